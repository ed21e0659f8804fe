// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;

/** The compiled classes of the bundles, which show every dependency. */
final class Compiled {
	private Compiled() {
	}

	/** Reads the classes of all core bundles. */
	static JavaClasses core() {
		return classes(Checkout.coreBundles());
	}

	/** Reads the classes of bundles, by their folders. */
	static JavaClasses classes(List<Path> bundles) {
		ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
		return new ClassFileImporter().importPaths(bundles.stream().filter(Compiled::hasSources).map(Compiled::compiled).toList());
	}

	private static boolean hasSources(Path bundle) {
		return Files.isDirectory(bundle.resolve("src"));
	}

	private static Path compiled(Path bundle) {
		Path classes = bundle.resolve("target/classes");
		assertThat(Files.isDirectory(classes)).as("%s is compiled before these tests", bundle.getFileName()).isTrue();
		return classes;
	}
}
