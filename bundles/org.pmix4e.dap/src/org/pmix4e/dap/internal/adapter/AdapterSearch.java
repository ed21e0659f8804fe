// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.pmix4e.core.spi.CommandAnswer;

/**
 * Searches the folders of a PATH for debug adapters. GDB comes first, because it knows Fortran; it is an adapter since release 14. LLDB
 * follows: lldb-dap, which was called lldb-vscode before release 18, then both with the number of a release in their names, the newest
 * first. Stateless; blocks while {@code gdb --version} runs.
 */
public final class AdapterSearch {
	private static final String GDB = "gdb";
	private static final int FIRST_GDB = 14;
	private static final Duration LIMIT = Duration.ofSeconds(10);
	private static final Pattern GDB_VERSION = Pattern.compile("^GNU gdb .*?(\\d+)(?:\\.\\d+)+\\D*$");
	static final String LLDB_PREFIX = "lldb-";
	private static final Pattern LLDB = Pattern.compile(LLDB_PREFIX + "(dap|vscode)(?:-(\\d+))?");

	private record Found(Path file, int release, boolean isNumbered) {
		static final Comparator<Found> BEST_FIRST = Comparator.comparing(Found::isNumbered)
				.thenComparing(Found::release, Comparator.reverseOrder()).thenComparing(found -> found.file().getFileName());
	}

	private AdapterSearch() {
	}

	/**
	 * @param path folders, separated as in the variable PATH
	 * @return the best adapter in them; empty if there is none
	 */
	public static Optional<DebugAdapter> find(String path) {
		List<Path> folders = folders(path);
		Optional<Path> gdb = folders.stream().map(folder -> folder.resolve(GDB)).filter(AdapterSearch::isProgram).findFirst()
				.filter(file -> release(file) >= FIRST_GDB);
		if (gdb.isPresent()) {
			return Optional.of(gdb(gdb.get()));
		}
		return folders.stream().flatMap(AdapterSearch::lldbs).min(Found.BEST_FIRST).map(Found::file)
				.map(file -> new DebugAdapter(file.getFileName().toString(), List.of(file.toString())));
	}

	/**
	 * @param command the words of a command line: the absolute path of an adapter and its options; GDB without options gets its own
	 * @return that adapter; empty if there is no such program
	 */
	public static Optional<DebugAdapter> chosen(List<String> command) {
		Optional<Path> program = command.stream().findFirst().flatMap(AdapterSearch::path).filter(AdapterSearch::isProgram);
		return program.map(file -> command.size() == 1 && file.getFileName().toString().startsWith(GDB) ? gdb(file)
				: new DebugAdapter(file.getFileName().toString(), command));
	}

	private static DebugAdapter gdb(Path file) {
		return new DebugAdapter(file.getFileName().toString(), List.of(file.toString(), "--quiet", "--interpreter=dap"));
	}

	private static List<Path> folders(String path) {
		return Stream.of(path.split(File.pathSeparator)).flatMap(name -> path(name).stream()).toList();
	}

	/** Returns an absolute path; empty if a name is none. */
	private static Optional<Path> path(String name) {
		try {
			return Optional.of(Path.of(name)).filter(Path::isAbsolute);
		} catch (InvalidPathException e) {
			return Optional.empty(); // no program can be there
		}
	}

	private static boolean isProgram(Path file) {
		return Files.isRegularFile(file) && Files.isExecutable(file);
	}

	private static Stream<Found> lldbs(Path folder) {
		try (Stream<Path> files = Files.list(folder)) {
			return files.map(AdapterSearch::lldb).flatMap(Optional::stream).filter(found -> isProgram(found.file())).toList().stream();
		} catch (IOException | UncheckedIOException e) {
			return Stream.empty(); // PATH often names folders that do not exist
		}
	}

	private static Optional<Found> lldb(Path file) {
		Matcher name = LLDB.matcher(file.getFileName().toString());
		if (!name.matches()) {
			return Optional.empty();
		}
		return Optional.of(new Found(file, name.group(2) == null ? 0 : Integer.parseInt(name.group(2)), name.group(2) != null));
	}

	/** Returns the release that a program names as GDB does; 0 if it does not or takes too long. */
	private static int release(Path gdb) {
		try {
			List<String> lines = CommandAnswer.of(new ProcessBuilder(gdb.toString(), "--version").redirectErrorStream(true), LIMIT).lines();
			Matcher version = GDB_VERSION.matcher(lines.isEmpty() ? "" : lines.get(0));
			return version.matches() ? Integer.parseInt(version.group(1)) : 0;
		} catch (IOException | NumberFormatException e) {
			return 0; // a GDB that does not even tell its version is of no use
		}
	}
}
