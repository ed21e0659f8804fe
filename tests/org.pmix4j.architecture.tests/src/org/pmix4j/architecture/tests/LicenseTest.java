// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that what users install has the text of its license where Eclipse looks for it. */
class LicenseTest {
	private static final String LICENSE_FEATURE = "org.pmix4j.license";

	static List<Path> bundles() throws IOException {
		return folders("bundles");
	}

	static List<Path> features() throws IOException {
		return folders("features").stream().filter(folder -> !folder.endsWith(LICENSE_FEATURE)).toList();
	}

	private static List<Path> folders(String name) throws IOException {
		try (Stream<Path> folders = Files.list(Checkout.ROOT.resolve(name))) {
			return folders.filter(Files::isDirectory).sorted().toList();
		}
	}

	@Test
	void licenseFeature_hasTextOfTheLicense() throws IOException {
		Properties properties = properties(Checkout.ROOT.resolve("features").resolve(LICENSE_FEATURE).resolve("feature.properties"));

		assertThat(properties.getProperty("license").lines())
				.containsExactlyElementsOf(Files.readAllLines(Checkout.ROOT.resolve("LICENSE")));
	}

	@ParameterizedTest
	@MethodSource("features")
	void feature_takesTheLicenseFromThatFeature(Path feature) {
		Path file = feature.resolve("feature.xml");

		assertThat(Xml.attributes(file, "license", "url")).containsExactly("%licenseURL");
		assertThat(Xml.elements(file, "license")).allMatch(license -> license.getTextContent().equals("%license"));
		assertThat(Xml.root(file).getAttribute("license-feature")).isEqualTo(LICENSE_FEATURE);
	}

	@ParameterizedTest
	@MethodSource("bundles")
	void bundle_containsTheFileThatAboutDialogShows(Path bundle) throws IOException {
		String included = properties(bundle.resolve("build.properties")).getProperty("bin.includes");

		assertThat(included.split("\\s*,\\s*")).contains("about.html");
		assertThat(bundle.resolve("about.html")).hasSameTextualContentAs(Checkout.ROOT.resolve("releng/about.html"));
	}

	private static Properties properties(Path file) throws IOException {
		Properties properties = new Properties();
		try (Reader reader = Files.newBufferedReader(file)) {
			properties.load(reader);
		}
		return properties;
	}
}
