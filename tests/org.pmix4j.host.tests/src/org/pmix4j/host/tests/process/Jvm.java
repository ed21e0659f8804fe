// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.process;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.pmix4j.host.internal.process.ProcessLoop;

/** Starts a main class of these tests in a JVM of its own. */
final class Jvm {

	private Jvm() {
	}

	/**
	 * Starts a JVM whose errors appear among ours.
	 *
	 * @param prefix a command that starts the rest of the line, or nothing
	 */
	static Process start(List<String> prefix, Class<?> main, String... arguments) throws Exception {
		List<String> command = new ArrayList<>(prefix);
		command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
				// Without the path JNA asks ldconfig for it, by the JDK's own process code.
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djna.platform.library.path=/lib", "-cp", classPath(), main.getName()));
		command.addAll(List.of(arguments));
		return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
	}

	/** Where these classes, the tested ones and JNA come from. */
	private static String classPath() throws URISyntaxException, ClassNotFoundException {
		Class<?> jna = Class.forName("com.sun.jna.Native", false, ProcessLoop.class.getClassLoader());
		List<String> places = new ArrayList<>();
		for (Class<?> type : List.of(Jvm.class, ProcessLoop.class, jna)) {
			places.add(place(type).toString());
		}
		return String.join(File.pathSeparator, places);
	}

	/** A jar, a folder of classes, or a bundle's project with its classes in the usual folder. */
	private static Path place(Class<?> type) throws URISyntaxException {
		Path root = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
		String file = type.getName().replace('.', '/') + ".class";
		return Stream.of("", "target/classes", "bin").map(root::resolve).filter(folder -> Files.exists(folder.resolve(file))).findFirst()
				.orElse(root);
	}
}
