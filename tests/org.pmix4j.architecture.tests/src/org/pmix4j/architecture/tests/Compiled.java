// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/** The compiled classes of the core, where no use hides. */
final class Compiled {
	private Compiled() {
	}

	/** Reads the classes of all core bundles. */
	static JavaClasses core() {
		ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
		return new ClassFileImporter().importPaths(Checkout.coreBundles().stream().map(Compiled::classes).toList());
	}

	private static Path classes(Path bundle) {
		Path classes = bundle.resolve("target/classes");
		assertThat(Files.isDirectory(classes)).as("%s is compiled before these tests", bundle.getFileName()).isTrue();
		return classes;
	}
}
