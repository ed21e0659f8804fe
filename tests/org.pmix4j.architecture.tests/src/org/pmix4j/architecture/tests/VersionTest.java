// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Checks that all places that name a library's version agree with the target platform. */
class VersionTest {
	private static final Path TARGET = Checkout.ROOT.resolve("target-platform/pmix4j.target");
	private static final Path LAUNCHER = Checkout.ROOT.resolve("releng/shell/libraries.xml");
	private static final Path REFERENCES = Checkout.ROOT.resolve("releng/release/references.xml");
	private static final Path POM = Checkout.ROOT.resolve("pom.xml");

	@Test
	void launcher_libraries_areThoseOfTheTargetPlatform() {
		assertThat(versions(TARGET)).containsAllEntriesOf(versions(LAUNCHER));
	}

	/** The framework of OSGi itself is part of a bundle of the platform. */
	@Test
	void release_librariesOfTheTargetPlatform_haveItsVersions() {
		Map<String, String> release = versions(REFERENCES);
		release.keySet().removeAll(Set.of("org.osgi.framework", "junit-bom", "junit-jupiter-engine", "junit-platform-launcher"));
		assertThat(release).isNotEmpty();
		assertThat(versions(TARGET)).containsAllEntriesOf(release);
	}

	@Test
	void pom_libraries_areThoseOfTheTargetPlatform() {
		Map<String, String> target = versions(TARGET);
		assertThat(property("jspecify.version")).isEqualTo(target.get("jspecify"));
		assertThat(property("assertj.version")).isEqualTo(target.get("assertj-core"));
		assertThat(property("junit.version")).isEqualTo(target.get("junit-jupiter-api"));
	}

	@Test
	void extensions_tycho_isTheOneOfThePom() throws Exception {
		assertThat(Files.readString(Checkout.ROOT.resolve(".mvn/extensions.xml")))
				.contains("<version>" + property("tycho.version") + "</version>");
	}

	/** XML allows more than tycho-versions-plugin, with which a release sets its version. */
	@Test
	void poms_attributesHaveNoPlainAngleBrackets() throws Exception {
		try (Stream<Path> modules = Files.walk(Checkout.ROOT, 3)) {
			for (Path pom : modules.filter(file -> file.endsWith("pom.xml")).toList()) {
				assertThat(Files.readString(pom)).as("%s", pom).doesNotContainPattern("=\"[^\"\n]*>[^\"\n]*\"");
			}
		}
	}

	private static Map<String, String> versions(Path file) {
		Map<String, String> versions = new LinkedHashMap<>();
		for (Element dependency : Xml.elements(file, "dependency")) {
			versions.put(Xml.text(dependency, "artifactId"), Xml.text(dependency, "version"));
		}
		return versions;
	}

	private static String property(String name) {
		return Xml.text(Xml.elements(POM, "properties").get(0), name);
	}
}
