// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;

/** Checks every use of a class by another one against the table of arrows, in the compiled classes. */
class DependencyTest {
	private static JavaClasses core;

	@BeforeAll
	static void readClasses() {
		core = Compiled.core();
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
