// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.architecture.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The checkout under test. The build passes its root in the system property {@code pmix4j.root}. */
final class Checkout {
	static final Path ROOT = root();

	private Checkout() {
	}

	private static Path root() {
		String root = System.getProperty("pmix4j.root");
		if (root == null) {
			throw new IllegalStateException("start these tests with -Dpmix4j.root=<checkout>");
		}
		return Path.of(root);
	}

	/** Returns the folders of the core bundles, sorted. */
	static List<Path> coreBundles() {
		return bundles("org.pmix4j.");
	}

	/** Returns the folders of the Eclipse bundles, sorted. */
	static List<Path> eclipseBundles() {
		return bundles("org.pmix4e.");
	}

	/** Returns the folders of all bundles, sorted. */
	static List<Path> bundles() {
		return bundles("");
	}

	private static List<Path> bundles(String prefix) {
		return folders(ROOT.resolve("bundles"), "META-INF").stream().filter(bundle -> bundle.getFileName().toString().startsWith(prefix))
				.toList();
	}

	/** Returns all Java files of the bundles. */
	static List<Path> bundleSources() {
		return bundles().stream().flatMap(bundle -> sources(bundle).stream()).toList();
	}

	/** Returns all Java files of the repository. */
	static List<Path> allSources() {
		return Stream.of("bundles", "tests", "releng", "examples").map(ROOT::resolve).filter(Files::isDirectory)
				.flatMap(folder -> sources(folder).stream()).toList();
	}

	/** Returns a file's path relative to the root, for reports. */
	static String name(Path file) {
		return ROOT.relativize(file).toString();
	}

	static List<String> lines(Path file) {
		try {
			return Files.readAllLines(file);
		} catch (IOException e) {
			throw new UncheckedIOException(file.toString(), e);
		}
	}

	private static List<Path> folders(Path parent, String content) {
		try (Stream<Path> children = Files.list(parent)) {
			return children.filter(child -> Files.isDirectory(child.resolve(content))).sorted().toList();
		} catch (IOException e) {
			throw new UncheckedIOException(parent.toString(), e);
		}
	}

	private static List<Path> sources(Path folder) {
		try (Stream<Path> files = Files.walk(folder)) {
			return files.filter(file -> file.toString().endsWith(".java")).filter(file -> !isBuilt(file)).sorted().toList();
		} catch (IOException e) {
			throw new UncheckedIOException(folder.toString(), e);
		}
	}

	private static boolean isBuilt(Path file) {
		return name(file).contains("/target/") || name(file).contains("/bin/");
	}
}
