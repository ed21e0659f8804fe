// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.command;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.Launcher;
import org.opentest4j.AssertionFailedError;
import org.pmix4j.client.PmixClient;
import org.pmix4j.model.Proc;

/** Finds the class path of a test in this JVM, however the JVM was started. Stateless. */
public final class ClassPath {
	/** A class of each bundle that a rank needs, even if the class path of this JVM does not name it. */
	private static final List<Class<?>> NEEDED = List.of(ClassPath.class, PmixClient.class, Proc.class, Test.class, JupiterTestEngine.class,
			AnnotationSupport.class, TestEngine.class, Launcher.class, AssertionFailedError.class);
	/** Folders of classes in a project, which is how a bundle of a workspace or a build that goes on is installed. */
	private static final List<String> FOLDERS = List.of("target/classes", "target/test-classes", "bin", "");
	private static final String OSGI = "org.osgi.framework.FrameworkUtil";

	private ClassPath() {
	}

	/**
	 * @param test a class of tests
	 * @return the jars and folders in which it finds its classes
	 */
	public static List<Path> of(Class<?> test) {
		Set<Path> entries = new LinkedHashSet<>();
		Optional<List<Path>> bundles = isOsgiPresent() ? BundleClassPath.of(Stream.concat(Stream.of(test), NEEDED.stream()).toList())
				: Optional.empty();
		if (bundles.isPresent()) {
			bundles.get().forEach(bundle -> entries.addAll(places(bundle)));
		} else {
			for (String property : List.of("java.class.path", "jdk.module.path")) {
				Stream.of(System.getProperty(property, "").split(File.pathSeparator)).filter(entry -> !entry.isEmpty())
						.map(entry -> Path.of(entry).toAbsolutePath()).forEach(entries::add);
			}
		}
		// Surefire and others load the test engine or all classes by a loader that is not in the properties
		Stream.concat(Stream.of(test), NEEDED.stream()).flatMap(type -> place(type).stream()).forEach(entry -> entries.addAll(places(entry)));
		return List.copyOf(entries);
	}

	private static boolean isOsgiPresent() {
		try {
			Class.forName(OSGI, false, ClassPath.class.getClassLoader());
			return true;
		} catch (ClassNotFoundException e) {
			return false;
		}
	}

	/** Returns the entries for a bundle or a place of classes. */
	private static List<Path> places(Path place) {
		return Files.isDirectory(place) ? FOLDERS.stream().map(place::resolve).filter(Files::isDirectory).toList() : List.of(place);
	}

	private static Optional<Path> place(Class<?> type) {
		CodeSource source = type.getProtectionDomain().getCodeSource();
		try {
			return source == null || !"file".equals(source.getLocation().getProtocol()) ? Optional.empty()
					: Optional.of(Path.of(source.getLocation().toURI()));
		} catch (URISyntaxException e) {
			return Optional.empty();
		}
	}
}
