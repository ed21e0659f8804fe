// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.command;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The options with which the JVMs of ranks start. Immutable.
 *
 * @param test       the class of the test
 * @param properties names of system properties that the ranks get
 * @param options    further options, which win
 */
public record RankCommand(Class<?> test, List<String> properties, List<String> options) {
	private static final String OF_JUNIT = "junit.";

	/** Copies the lists. */
	public RankCommand {
		properties = List.copyOf(properties);
		options = List.copyOf(options);
	}

	/** @return the Java program of this JVM */
	public static String java() {
		return Path.of(System.getProperty("java.home"), "bin", "java").toString();
	}

	/**
	 * Writes the options to a file, because a class path may be longer than an argument.
	 *
	 * @param directory of the session
	 * @return the argument that names the file
	 */
	public String write(Path directory) {
		try {
			String text = arguments().stream().map(RankCommand::quoted).collect(Collectors.joining("\n", "", "\n"));
			return "@" + Files.writeString(directory.resolve("junit-java"), text);
		} catch (IOException e) {
			throw new UncheckedIOException("cannot write the options of the ranks", e);
		}
	}

	/** Returns the options of the JVM. */
	List<String> arguments() {
		List<String> arguments = new ArrayList<>();
		// starts faster; ranks of tests seldom run long enough for the second compiler
		arguments.add("-XX:TieredStopAtLevel=1");
		// a killed JVM would leave a file behind
		arguments.add("-XX:-UsePerfData");
		arguments.add("--enable-native-access=ALL-UNNAMED");
		arguments.add(test.desiredAssertionStatus() ? "-ea" : "-da");
		TreeSet<String> names = new TreeSet<>(properties);
		System.getProperties().stringPropertyNames().stream().filter(name -> name.startsWith(OF_JUNIT)).forEach(names::add);
		for (String name : names) {
			String value = System.getProperty(name);
			if (value != null) {
				arguments.add("-D" + name + "=" + value);
			}
		}
		arguments.addAll(options);
		arguments.add("-cp");
		arguments.add(ClassPath.of(test).stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
		return arguments;
	}

	/** Returns a word of Java's argument files. */
	static String quoted(String word) {
		return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t") + '"';
	}
}
