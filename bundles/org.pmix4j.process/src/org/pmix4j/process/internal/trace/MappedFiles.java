// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recognizes the kind of a process by the files that it has loaded, regardless of the program's name. Immutable.
 *
 * @param paths of the files
 */
record MappedFiles(Set<String> paths) {
	private static final int COLUMNS = 6;
	private static final Pattern INTERPRETER = Pattern.compile("(?:.*/)?(?:python\\d*(?:\\.\\d+)?[a-z]*|libpython\\d.*\\.so[.\\d]*)");

	/** Reads the table of a process; empty if it cannot be read. */
	static MappedFiles of(int pid) {
		try (Stream<String> maps = Files.lines(Path.of("/proc", Integer.toString(pid), "maps"), StandardCharsets.ISO_8859_1)) {
			return new MappedFiles(maps.map(line -> line.split(" +", COLUMNS)).filter(columns -> columns.length == COLUMNS)
					.map(columns -> columns[COLUMNS - 1]).filter(path -> path.startsWith("/")).collect(Collectors.toSet()));
		} catch (IOException | UncheckedIOException e) {
			return new MappedFiles(Set.of());
		}
	}

	boolean isJava() {
		return jvms().findAny().isPresent();
	}

	private Stream<String> jvms() {
		return paths.stream().filter(path -> path.endsWith("/libjvm.so"));
	}

	/** Returns the home of the JVM, whose own jstack knows it best: JAVA_HOME/lib/server/libjvm.so. */
	Stream<Path> javaHomes() {
		return jvms().map(path -> Path.of(path).resolve("../../..").normalize());
	}

	boolean isPython() {
		return interpreters().findAny().isPresent();
	}

	private Stream<String> interpreters() {
		return paths.stream().filter(path -> INTERPRETER.matcher(path).matches());
	}

	/**
	 * Returns the scripts that an interpreter of Python has for gdb. They are as trustworthy as the interpreter that the process runs, but
	 * gdb by itself loads only those of the system.
	 */
	List<Path> gdbScripts() {
		return interpreters().map(path -> Path.of(path + "-gdb.py")).filter(Files::isRegularFile).sorted().toList();
	}
}
