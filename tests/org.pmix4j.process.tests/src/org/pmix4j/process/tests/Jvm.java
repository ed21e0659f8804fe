// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.process.internal.process.ProcessLoop;
import org.pmix4j.testkit.Await;

/** Starts a main class of these tests in a new JVM. */
public final class Jvm {

	private Jvm() {
	}

	/**
	 * Starts a JVM that writes its errors to standard error of this one.
	 *
	 * @param prefix a command that runs the rest of the line; empty for none
	 */
	public static Process start(List<String> prefix, Class<?> main, String... arguments) throws Exception {
		List<String> command = new ArrayList<>(prefix);
		command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--enable-native-access=ALL-UNNAMED",
				// without a path, JNA would run ldconfig through the JDK's own process code
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djna.platform.library.path=/lib", "-cp", classPath(), main.getName()));
		command.addAll(List.of(arguments));
		return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
	}

	/** Returns the class path of the tests, the tested bundles and JNA. */
	private static String classPath() throws URISyntaxException, ClassNotFoundException {
		Class<?> jna = Class.forName("com.sun.jna.Native", false, ProcessLoop.class.getClassLoader());
		List<String> places = new ArrayList<>();
		for (Class<?> type : List.of(Jvm.class, Await.class, ProcessLoop.class, ByteStrings.class, jna)) {
			places.add(place(type).toString());
		}
		return String.join(File.pathSeparator, places);
	}

	/** Returns a jar, a folder of classes, or the class folder of a bundle's project. */
	static Path place(Class<?> type) throws URISyntaxException {
		Path root = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
		String file = type.getName().replace('.', '/') + ".class";
		return Stream.of("", "target/classes", "bin").map(root::resolve).filter(folder -> Files.exists(folder.resolve(file))).findFirst()
				.orElse(root);
	}
}
