// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** Every use of a class by another one is an arrow of the table: read from the compiled classes, where nothing hides. */
class DependencyTest {
	private static JavaClasses core;

	@BeforeAll
	static void readClasses() {
		ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
		core = new ClassFileImporter().importPaths(Checkout.coreBundles().stream().map(DependencyTest::classes).toList());
	}

	private static Path classes(Path bundle) {
		Path classes = bundle.resolve("target/classes");
		assertThat(Files.isDirectory(classes)).as("%s is compiled before these tests", bundle.getFileName()).isTrue();
		return classes;
	}

	@Test
	void uses_ofEveryClass_areArrowsOfTheTable() {
		Set<String> problems = new TreeSet<>();
		for (JavaClass user : core) {
			String bundle = Arrows.bundleOf(user.getPackageName());
			for (Dependency use : user.getDirectDependenciesFromSelf()) {
				JavaClass used = use.getTargetClass().getBaseComponentType();
				if (!used.isPrimitive() && !Arrows.allowed(bundle, used.getPackageName())) {
					problems.add(user.getName() + " must not use " + used.getName());
				}
			}
		}
		assertThat(core).isNotEmpty();
		assertThat(problems).isEmpty();
	}

	/** A package that is part of a circle can be neither understood nor changed without all others of the circle. */
	@ParameterizedTest
	@ValueSource(strings = { "wire", "server" })
	void packages_ofABundle_haveNoCycles(String bundle) {
		slices().assignedFrom(packagesOf(bundle)).should().beFreeOfCycles().check(core);
	}

	private static SliceAssignment packagesOf(String bundle) {
		return new SliceAssignment() {
			@Override
			public SliceIdentifier getIdentifierOf(JavaClass type) {
				return (type.getPackageName() + ".").startsWith("org.pmix4j." + bundle + ".") ? SliceIdentifier.of(type.getPackageName())
						: SliceIdentifier.ignore();
			}

			@Override
			public String getDescription() {
				return "the packages of " + bundle;
			}
		};
	}

	@Test
	void roles_stateOfTheLoop_needsNoLocks() {
		Set<String> lockFree = Set.of("model", "wire", "client", "server");
		Set<String> problems = new TreeSet<>();
		for (JavaClass type : core) {
			if (!lockFree.contains(Arrows.bundleOf(type.getPackageName()))) {
				continue;
			}
			type.getMethods().stream().filter(method -> method.getModifiers().contains(JavaModifier.SYNCHRONIZED))
					.forEach(method -> problems.add(method.getFullName() + " is synchronized"));
			type.getDirectDependenciesFromSelf().stream().map(use -> use.getTargetClass().getPackageName())
					.filter("java.util.concurrent.locks"::equals)
					.forEach(locks -> problems.add(type.getName() + " uses " + locks));
		}
		assertThat(problems).isEmpty();
	}
}
