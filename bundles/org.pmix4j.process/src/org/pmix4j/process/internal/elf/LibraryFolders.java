// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.elf;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.bytes.BytePaths;

/**
 * The folders in which the dynamic linker looks for the libraries of one program: those of the file that needs them, of the environment,
 * of the configuration of the machine, and the default ones. Lives for one search.
 *
 * @see "ld.so(8); ldconfig(8)"
 */
public final class LibraryFolders {
	private static final Path CONFIGURATION = Path.of("/etc/ld.so.conf");
	private static final List<String> DEFAULTS = List.of("/lib64", "/usr/lib64", "/lib", "/usr/lib");
	private static final int MOST = 1024;
	private static final int LONGEST = 1 << 16;
	/** Nested files of the configuration. */
	private static final int DEPTH = 4;
	private static final String INCLUDE = "include ";

	private final ElfFile program;
	private final Path origin;
	private final List<String> environment;
	private Set<String> machine = Set.of();

	/**
	 * @param program     the names of the program
	 * @param file        the program
	 * @param environment the value of {@code LD_LIBRARY_PATH}; empty if it is not set
	 */
	public LibraryFolders(ElfFile program, Path file, String environment) {
		this.program = program;
		origin = folder(file);
		this.environment = split(environment);
	}

	private static Path folder(Path file) {
		Path parent = file.toAbsolutePath().getParent();
		return parent == null ? file : parent;
	}

	private static List<String> split(String folders) {
		return folders.isEmpty() ? List.of() : List.of(folders.split("[:;]"));
	}

	/**
	 * {@return the files that may be a library, in the order in which the dynamic linker tries them}
	 *
	 * @param name of the library
	 * @param user the file that needs it
	 * @param elf  the names of that file
	 */
	public List<Path> candidates(String name, Path user, ElfFile elf) {
		List<Path> files = new ArrayList<>();
		if (name.indexOf('/') >= 0) {
			add(files, "", name, user);
			return files;
		}
		if (elf.runpath().isEmpty()) {
			split(elf.rpath()).forEach(folder -> add(files, folder, name, folder(user)));
			if (program.runpath().isEmpty()) {
				split(program.rpath()).forEach(folder -> add(files, folder, name, origin));
			}
		}
		environment.forEach(folder -> add(files, folder, name, origin));
		split(elf.runpath()).forEach(folder -> add(files, folder, name, folder(user)));
		if (machine.isEmpty()) {
			machine = new LinkedHashSet<>();
			configured(CONFIGURATION, DEPTH);
			machine.addAll(DEFAULTS);
		}
		machine.forEach(folder -> add(files, folder, name, origin));
		return files;
	}

	private static void add(List<Path> files, String folder, String name, Path origin) {
		String expanded = folder.replace("${ORIGIN}", origin.toString()).replace("$ORIGIN", origin.toString());
		if (files.size() < MOST && expanded.indexOf('$') < 0) {
			try {
				files.add(BytePaths.of(expanded).resolve(BytePaths.of(name)).toAbsolutePath());
			} catch (InvalidPathException e) {
				// no file has such a name
			}
		}
	}

	/** Adds the folders of a file of the configuration. */
	private void configured(Path file, int depth) {
		try {
			if (depth == 0 || !Files.isRegularFile(file) || Files.size(file) > LONGEST) {
				return;
			}
			for (String line : Files.readString(file).split("\n")) {
				String text = line.replaceFirst("#.*", "").strip();
				if (text.startsWith(INCLUDE)) {
					included(file.resolveSibling(text.substring(INCLUDE.length()).strip()), depth - 1);
				} else if (text.startsWith("/") && machine.size() < MOST) {
					machine.add(text);
				}
			}
		} catch (IOException | InvalidPathException e) {
			// the default folders remain
		}
	}

	private void included(Path pattern, int depth) throws IOException {
		List<Path> files = new ArrayList<>();
		try (DirectoryStream<Path> all = Files.newDirectoryStream(folder(pattern), String.valueOf(pattern.getFileName()))) {
			all.forEach(files::add);
		}
		files.sort(null);
		files.forEach(file -> configured(file, depth));
	}
}
