// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;

/** Checks the dependencies of the Eclipse bundles in manifests and compiled classes. */
class EclipseTest {
	private static final List<String> FEATURES = List.of("org.pmix4e.feature", "org.pmix4e.jdt.feature", "org.pmix4e.dap.feature");
	private static final List<BundleManifest> BUNDLES = Checkout.eclipseBundles().stream().map(BundleManifest::read).toList();

	/** The bundle and package prefixes that each bundle may use. */
	private static final Map<String, Set<String>> ARROWS = Map.of("org.pmix4e.doc", Set.of(),
			"org.pmix4e.core", Set.of("org.pmix4j.dvm", "org.pmix4j.engines", "org.pmix4j.host", "org.pmix4j.job", "org.pmix4j.model",
					"org.pmix4j.process", "org.pmix4j.tool", "org.eclipse.core.", "org.eclipse.debug.core", "org.eclipse.osgi", "org.osgi."),
			"org.pmix4e.dap", Set.of("org.pmix4e.core", "org.eclipse.core.", "org.eclipse.debug.core", "org.eclipse.lsp4j.", "org.eclipse.osgi",
					"org.osgi."),
			"org.pmix4e.dap.ui", Set.of("org.pmix4e.dap", "org.pmix4e.ui.access", "org.eclipse.core.", "org.eclipse.debug.core",
					"org.eclipse.debug.ui", "org.eclipse.jface", "org.eclipse.swt", "org.eclipse.ui", "org.eclipse.osgi"),
			"org.pmix4e.jdt", Set.of("org.pmix4e.core", "org.eclipse.core.", "org.eclipse.debug.core", "org.eclipse.jdt.core",
					"org.eclipse.jdt.debug", "org.eclipse.jdt.launching", "org.eclipse.jdi", "com.sun.jdi", "org.eclipse.osgi", "org.osgi."),
			"org.pmix4e.ui", Set.of("org.pmix4e.core", "com.google.gson", "org.eclipse.core.", "org.eclipse.debug.core", "org.eclipse.debug.ui",
					"org.eclipse.e4.core.services", "org.eclipse.e4.ui.model", "org.eclipse.e4.ui.workbench", "org.eclipse.jface",
					"org.eclipse.swt", "org.eclipse.ui", "org.eclipse.osgi"));

	@Test
	void table_ofArrows_listsTheBundles() {
		assertThat(BUNDLES).extracting(BundleManifest::name).isNotEmpty().isSubsetOf(ARROWS.keySet());
	}

	@Test
	void manifest_ofEveryBundle_keepsToTheTable() {
		List<String> problems = new ArrayList<>();
		for (BundleManifest bundle : BUNDLES) {
			Stream.of("Import-Package", "Require-Bundle").flatMap(header -> bundle.clauses(header).stream())
					.filter(used -> !allowed(bundle.name(), used.name()))
					.forEach(used -> problems.add(bundle.name() + " must not use " + used.name()));
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void uses_ofEveryClass_followTheTable() {
		Set<String> problems = new TreeSet<>();
		for (BundleManifest bundle : BUNDLES) {
			for (JavaClass user : Compiled.classes(List.of(bundle.folder()))) {
				for (Dependency use : user.getDirectDependenciesFromSelf()) {
					JavaClass used = use.getTargetClass().getBaseComponentType();
					if (!used.isPrimitive() && !allowed(bundle.name(), used.getPackageName())) {
						problems.add(user.getName() + " must not use " + used.getName());
					}
				}
			}
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void bundles_ofEclipse_areLazyAndInAFeature() {
		assertThat(BUNDLES).allSatisfy(bundle -> assertThat(bundle.header("Bundle-ActivationPolicy")).isEqualTo("lazy"));
		assertThat(FEATURES).flatExtracting(name -> Xml.attributes(Checkout.ROOT.resolve("features/" + name + "/feature.xml"), "plugin", "id"))
				.filteredOn(name -> name.startsWith("org.pmix4e."))
				.containsExactlyInAnyOrderElementsOf(BUNDLES.stream().map(BundleManifest::name).toList());
	}

	@Test
	void launcherCommand_ofAnInstallation_namesEveryBundleOfTheTool() {
		Path source = Checkout.ROOT
				.resolve("bundles/org.pmix4e.core/src/org/pmix4e/core/internal/configuration/LauncherCommand.java");
		String text = String.join("\n", Checkout.lines(source));
		// the tool needs no JUnit
		assertThat(Checkout.coreBundles()).extracting(bundle -> bundle.getFileName().toString()).filteredOn(name -> !name.endsWith(".junit"))
				.allSatisfy(name -> assertThat(text).contains("\"" + name + "\""));
	}

	private static boolean allowed(String bundle, String used) {
		return used.equals(bundle) || used.startsWith(bundle + ".") || used.startsWith("java.") || used.startsWith("org.jspecify.")
				|| !Arrows.isInternal(used) && ARROWS.getOrDefault(bundle, Set.of()).stream().anyMatch(used::startsWith);
	}
}
