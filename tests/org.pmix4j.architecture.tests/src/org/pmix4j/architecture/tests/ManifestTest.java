// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

/** Checks every core manifest against the table of arrows, and the exports of all bundles. */
class ManifestTest {
	private static final List<BundleManifest> CORE = Checkout.coreBundles().stream().map(BundleManifest::read).toList();
	private static final List<BundleManifest> ALL = Checkout.bundles().stream().map(BundleManifest::read).toList();
	/** Packages of the JDK, which have no versions. */
	private static final Set<String> OF_THE_JDK = Set.of("javax.crypto", "javax.crypto.spec", "javax.xml.stream", "sun.misc");

	@Test
	void table_ofArrows_listsExactlyTheBundles() {
		assertThat(CORE).extracting(BundleManifest::shortName).containsExactlyInAnyOrderElementsOf(Arrows.bundles());
	}

	@Test
	void importPackage_ofEveryBundle_isAnArrowOfTheTable() {
		List<String> problems = new ArrayList<>();
		for (BundleManifest bundle : CORE) {
			for (Clause imported : bundle.clauses("Import-Package")) {
				if (!Arrows.allowed(bundle.shortName(), imported.name())) {
					problems.add(bundle.name() + " must not import " + imported.name());
				}
			}
			for (Clause required : bundle.clauses("Require-Bundle")) {
				if (!Arrows.mayRequire(bundle.shortName(), required.name())) {
					problems.add(bundle.name() + " must not require " + required.name());
				}
			}
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void importPackage_ofEveryBundle_hasAVersionRange() {
		List<String> problems = new ArrayList<>();
		for (BundleManifest bundle : CORE) {
			for (Clause imported : bundle.clauses("Import-Package")) {
				if (!OF_THE_JDK.contains(imported.name()) && !imported.attributes().getOrDefault("version", "").matches("\\[.*,.*\\)")) {
					problems.add(bundle.name() + " imports " + imported.name() + " without a range like [1.0.0,2.0.0)");
				}
			}
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void exportPackage_ofEveryBundle_listsItsPackages() {
		List<String> problems = new ArrayList<>();
		for (BundleManifest bundle : ALL) {
			Set<String> exported = bundle.clauses("Export-Package").stream().map(Clause::name)
					.collect(Collectors.toCollection(TreeSet::new));
			Set<String> present = packages(bundle);
			if (!exported.equals(present)) {
				problems.add(bundle.name() + " exports " + exported + " but has " + present);
			}
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void exportPackage_ofAnInternalPackage_isForFriendsOnly() {
		List<String> problems = new ArrayList<>();
		for (BundleManifest bundle : ALL) {
			for (Clause exported : bundle.clauses("Export-Package")) {
				if (Arrows.isInternal(exported.name()) && !isForFriendsOnly(bundle, exported)) {
					problems.add(bundle.name() + " exports " + exported.name() + " to more than its friends (x-internal, x-friends)");
				}
			}
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void exportPackage_ofAnApiPackage_isPublicAndListedForContributors() {
		List<String> contributing = Checkout.lines(Checkout.ROOT.resolve(".github/CONTRIBUTING.md"));
		List<String> problems = new ArrayList<>();
		for (BundleManifest bundle : ALL) {
			for (Clause exported : bundle.clauses("Export-Package")) {
				if (!Arrows.isInternal(exported.name())) {
					if (exported.attributes().keySet().stream().anyMatch(name -> name.startsWith("x-"))) {
						problems.add(bundle.name() + " exports the API package " + exported.name() + " to friends only");
					}
					if (contributing.stream().noneMatch(line -> line.startsWith("| `" + exported.name() + "` | "))) {
						problems.add("CONTRIBUTING does not list the API package " + exported.name());
					}
				}
			}
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void exportPackage_ofEveryBundle_hasItsVersion() {
		assertThat(ALL).allSatisfy(bundle -> assertThat(bundle.clauses("Export-Package")).allSatisfy(exported -> assertThat(
				exported.attributes().get("version") + ".qualifier").as(exported.name()).isEqualTo(bundle.header("Bundle-Version"))));
	}

	@Test
	void headers_ofEveryBundle_haveTheCommonForm() {
		List<String> problems = new ArrayList<>();
		for (BundleManifest bundle : CORE) {
			expect(problems, bundle, "Bundle-SymbolicName", bundle.folder().getFileName().toString());
			expect(problems, bundle, "Automatic-Module-Name", bundle.name());
			expect(problems, bundle, "Bundle-RequiredExecutionEnvironment", "JavaSE-21");
			expect(problems, bundle, "Bundle-Vendor", "PMIx4J");
			expect(problems, bundle, "Bundle-License", "EPL-2.0");
		}
		assertThat(problems).isEmpty();
	}

	@Test
	void features_headless_holdEveryCoreBundle() {
		Set<String> inFeatures = new TreeSet<>(Xml.attributes(Checkout.ROOT.resolve("features/org.pmix4j.feature/feature.xml"), "plugin", "id"));
		// a product that runs jobs needs no JUnit
		inFeatures.addAll(Xml.attributes(Checkout.ROOT.resolve("features/org.pmix4j.junit.feature/feature.xml"), "plugin", "id"));
		assertThat(inFeatures).containsAll(CORE.stream().map(BundleManifest::name).toList());
	}

	@Test
	void settings_ofEveryBundle_areTheSharedOnes() {
		List<String> problems = new ArrayList<>();
		for (Path bundle : Checkout.coreBundles()) {
			Path prefs = bundle.resolve(".settings/org.eclipse.jdt.core.prefs");
			Path shared = Checkout.ROOT.resolve("releng/settings").resolve(settings(Checkout.name(bundle)));
			if (!Files.exists(prefs) || !Checkout.lines(prefs).equals(Checkout.lines(shared))) {
				problems.add(Checkout.name(prefs) + " is not a link to " + Checkout.name(shared));
			}
		}
		assertThat(problems).isEmpty();
	}

	/** Returns the settings of a bundle; one that implements interfaces without nullness, such as JUnit 5, has those of Eclipse bundles. */
	private static String settings(String bundle) {
		return bundle.equals("bundles/org.pmix4j.junit") ? "eclipse.jdt.core.prefs" : "org.eclipse.jdt.core.prefs";
	}

	private static Set<String> packages(BundleManifest bundle) {
		Path sources = bundle.folder().resolve("src");
		return Checkout.bundleSources().stream().filter(file -> file.startsWith(sources))
				.map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
				.collect(Collectors.toCollection(TreeSet::new));
	}

	private static boolean isForFriendsOnly(BundleManifest bundle, Clause exported) {
		if ("true".equals(exported.attributes().get("x-internal:"))) {
			return true;
		}
		String friends = exported.attributes().getOrDefault("x-friends:", "");
		return !friends.isEmpty() && List.of(friends.split(",")).stream().map(String::strip)
				.allMatch(friend -> friend.endsWith(".tests") || friend.equals("org.pmix4j.testkit")
						|| Arrows.isFriend(bundle.shortName(), friend.substring(friend.lastIndexOf('.') + 1)));
	}

	private static void expect(List<String> problems, BundleManifest bundle, String header, String expected) {
		String actual = bundle.header(header);
		if (!expected.equals(actual)) {
			problems.add(Checkout.name(bundle.folder()) + ": " + header + " is " + actual + ", expected " + expected);
		}
	}
}
