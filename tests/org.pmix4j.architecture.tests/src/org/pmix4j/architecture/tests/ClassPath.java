// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The class path of the built core bundles and of libraries, for tools of the JDK. Stateless. */
final class ClassPath {
	private ClassPath() {
	}

	/** Returns the class path, with the libraries that hold these classes. */
	static String with(List<Class<?>> libraries) throws URISyntaxException {
		List<String> entries = Checkout.coreBundles().stream().map(bundle -> bundle.resolve("target/classes").toString())
				.collect(Collectors.toCollection(ArrayList::new));
		for (Class<?> type : libraries) {
			entries.add(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
		}
		return String.join(File.pathSeparator, entries);
	}
}
