// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Manifest;

/** The MANIFEST.MF of a bundle. */
record BundleManifest(Path folder, Manifest manifest) {

	static BundleManifest read(Path folder) {
		try (InputStream in = Files.newInputStream(folder.resolve("META-INF/MANIFEST.MF"))) {
			return new BundleManifest(folder, new Manifest(in));
		} catch (IOException e) {
			throw new UncheckedIOException(folder.toString(), e);
		}
	}

	/** Returns the symbolic name without directives. */
	String name() {
		return header("Bundle-SymbolicName").split(";")[0];
	}

	/** Returns the bundle's name in the table of arrows: the last segment of its symbolic name. */
	String shortName() {
		return Arrows.bundleOf(name());
	}

	/** Returns the value of a header; empty if there is none. */
	String header(String header) {
		String value = manifest.getMainAttributes().getValue(header);
		return value == null ? "" : value;
	}

	List<Clause> clauses(String header) {
		return Clause.parse(header(header));
	}
}
