// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import java.util.Set;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** A package that is part of a circle can be neither understood nor changed without all others of the circle. */
class PackagesTest {
	/** Doors of a bundle: they stand above its packages, though they are at home among the types that all of these share. */
	private static final Set<String> ENTRIES = Set.of("org.pmix4j.host.LocalHost", "org.pmix4j.client.PmixClient");

	private static JavaClasses core;

	@BeforeAll
	static void readClasses() {
		core = Compiled.core();
	}

	@ParameterizedTest
	@ValueSource(strings = { "model", "wire", "client", "server", "host", "cli" })
	void packages_ofABundle_haveNoCycles(String bundle) {
		slices().assignedFrom(packagesOf(bundle)).should().beFreeOfCycles().check(core);
	}

	private static SliceAssignment packagesOf(String bundle) {
		return new SliceAssignment() {
			@Override
			public SliceIdentifier getIdentifierOf(JavaClass type) {
				String name = type.getPackageName();
				return !(name + ".").startsWith("org.pmix4j." + bundle + ".") ? SliceIdentifier.ignore()
						: SliceIdentifier.of(ENTRIES.contains(type.getName()) ? type.getName() : name);
			}

			@Override
			public String getDescription() {
				return "the packages of " + bundle;
			}
		};
	}
}
