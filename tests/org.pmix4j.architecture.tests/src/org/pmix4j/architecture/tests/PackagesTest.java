// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.nio.file.Files;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** Checks that packages form no cycles: a package in a cycle can be neither understood nor changed alone. */
class PackagesTest {
	/** Entry points of a bundle, which use all its packages although they live among the types that these share. */
	private static final Set<String> ENTRIES = Set.of("org.pmix4j.client.PmixClient", "org.pmix4j.client.PmixTopics",
			"org.pmix4j.host.LocalHost");

	private static JavaClasses classes;

	@BeforeAll
	static void readClasses() {
		classes = Compiled.classes(Checkout.bundles());
	}

	static Stream<String> bundles() {
		return Checkout.bundles().stream().filter(bundle -> Files.isDirectory(bundle.resolve("src")))
				.map(bundle -> bundle.getFileName().toString());
	}

	@ParameterizedTest
	@MethodSource("bundles")
	void packages_ofABundle_haveNoCycles(String bundle) {
		slices().assignedFrom(packagesOf(bundle)).should().beFreeOfCycles().check(classes);
	}

	private static SliceAssignment packagesOf(String bundle) {
		return new SliceAssignment() {
			@Override
			public SliceIdentifier getIdentifierOf(JavaClass type) {
				String name = type.getPackageName();
				return !(name + ".").startsWith(bundle + ".") ? SliceIdentifier.ignore()
						: SliceIdentifier.of(ENTRIES.contains(type.getName()) ? type.getName() : name);
			}

			@Override
			public String getDescription() {
				return "the packages of " + bundle;
			}
		};
	}
}
