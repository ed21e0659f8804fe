// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/** Locates the files of this checkout, for tests that run its scripts or read its sources. Stateless. */
public final class Checkout {
	private static final String PROPERTY = "pmix4j.root";
	private static final String SCRIPT = "pmix4j";

	private Checkout() {
	}

	/**
	 * @return the root folder: the value of the system property {@value #PROPERTY}, or the nearest folder above the current one that
	 *         contains the start script
	 */
	public static Path root() {
		String property = System.getProperty(PROPERTY, "");
		if (!property.isEmpty()) {
			return Path.of(property);
		}
		@Nullable
		Path folder = Path.of("").toAbsolutePath();
		while (folder != null) {
			if (Files.isRegularFile(folder.resolve(SCRIPT)) && Files.isDirectory(folder.resolve("bundles"))) {
				return folder;
			}
			folder = folder.getParent();
		}
		throw new IllegalStateException("no checkout around " + Path.of("").toAbsolutePath() + "; set the system property " + PROPERTY);
	}

	/** @return the start script */
	public static Path script() {
		return root().resolve(SCRIPT);
	}
}
