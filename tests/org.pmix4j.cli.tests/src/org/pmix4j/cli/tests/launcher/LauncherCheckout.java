// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.launcher;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.pmix4j.testkit.Await;

/**
 * A small checkout for tests of the script {@code pmix4j}: the real scripts around a program of one class, in a path with spaces. Owned
 * by the test class; each start is a separate process.
 */
final class LauncherCheckout {
	/** The end of a start. */
	record Outcome(int exitCode, List<String> output, List<String> errors) {
	}

	/** A start in progress. */
	record Start(Process process, Path output, Path errors) {
		/** Waits for the end, as long as the start makes progress. */
		Outcome end() throws IOException, InterruptedException {
			if (!Await.ends(process)) {
				process.destroyForcibly();
				throw new IOException("pmix4j did not end in time: " + Files.readAllLines(errors));
			}
			return new Outcome(process.exitValue(), Files.readAllLines(output), Files.readAllLines(errors));
		}
	}

	private static final String MAIN = """
			package org.pmix4j.cli;

			public class Main {
				public static void main(String[] arguments) {
					System.out.println(ProcessHandle.current().pid());
					for (String argument : arguments) {
						System.out.println("<" + argument + ">");
					}
					try {
						System.out.println(Class.forName("org.pmix4j.cli.Extra"));
					} catch (ClassNotFoundException e) {
						System.out.println("no extra");
					}
					System.exit(3);
				}
			}
			""";

	/** The start-up archive takes most of a build, and the program of one class is tried without one as well. */
	private static final String WITHOUT_ARCHIVE = "archive() { :; }\n";

	private final Path scratch;
	private final Path root;
	private final String builder;

	LauncherCheckout(Path scratch) throws IOException {
		this.scratch = scratch;
		root = Files.createDirectories(scratch.resolve("a check out"));
		Path real = Path.of(System.getProperty("pmix4j.root"));
		Files.copy(real.resolve("pmix4j"), root.resolve("pmix4j"), StandardCopyOption.COPY_ATTRIBUTES);
		Path shell = Files.createDirectories(root.resolve("releng/shell"));
		try (Stream<Path> files = Files.list(real.resolve("releng/shell"))) {
			for (Path file : files.toList()) {
				Files.copy(file, shell.resolve(file.getFileName()));
			}
		}
		Files.createDirectories(sources());
		write("Main", MAIN);
		builder = Files.readString(shell.resolve("build-launcher.sh"));
		setArchive(false);
	}

	/** Sets whether builds make the start-up archive. */
	void setArchive(boolean made) throws IOException {
		Files.writeString(root.resolve("releng/shell/build-launcher.sh"), made ? builder : builder + WITHOUT_ARCHIVE);
	}

	Path script() {
		return root.resolve("pmix4j");
	}

	/** Returns the program that the script builds. */
	Path built() {
		return root.resolve("target/pmix4j");
	}

	/** Writes a class of the program's package. */
	void write(String name, String text) throws IOException {
		Files.writeString(sources().resolve(name + ".java"), text);
	}

	/** Adds a source that the compiler reads without end. */
	void block(String name) throws IOException, InterruptedException {
		Process made = new ProcessBuilder("mkfifo", sources().resolve(name + ".java").toString()).inheritIO().start();
		if (made.waitFor() != 0) {
			throw new IOException("mkfifo ended with " + made.exitValue());
		}
	}

	void delete(String name) throws IOException {
		Files.delete(sources().resolve(name + ".java"));
	}

	/** Starts the script by this path, in this folder. */
	Start start(Path script, File folder, String... arguments) {
		return start(List.of(), Map.of(), script, folder, arguments);
	}

	/** Starts the script behind the words of another command, with these variables. */
	Start start(List<String> prefix, Map<String, String> variables, Path script, File folder, String... arguments) {
		try {
			Path output = Files.createTempFile(scratch, "output", null);
			Path errors = Files.createTempFile(scratch, "errors", null);
			// a program that runs in the background may ignore signals, and its children with it
			List<String> command = new ArrayList<>(List.of("env", "--default-signal"));
			command.addAll(prefix);
			command.add(script.toString());
			command.addAll(List.of(arguments));
			ProcessBuilder builder = new ProcessBuilder(command).directory(folder).redirectInput(new File("/dev/null"))
					.redirectOutput(output.toFile()).redirectError(errors.toFile());
			builder.environment().putAll(variables);
			return new Start(builder.start(), output, errors);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** Starts the script and waits for its end. */
	Outcome run(String... arguments) throws IOException, InterruptedException {
		return start(script(), scratch.toFile(), arguments).end();
	}

	private Path sources() {
		return root.resolve("bundles/org.pmix4j.cli/src/org/pmix4j/cli");
	}
}
