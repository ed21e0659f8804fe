// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** Relates the names of source files to those of the programs that are usually built from them. Stateless. */
public final class SourceFiles {
	private static final Set<String> COMPILED = Set.of("c", "cc", "cpp", "cxx", "c++", "f", "for", "f77", "f90", "f95", "f03", "f08");
	private static final List<String> PROGRAM_ENDINGS = List.of("", ".out", ".exe", ".x");

	private SourceFiles() {
	}

	/**
	 * {@return the names of the programs that may have been built from a source file in C, C++ or Fortran; none for another file}
	 *
	 * @param file the name of a file
	 */
	public static Stream<String> programs(String file) {
		String stem = file.substring(0, Math.max(0, file.lastIndexOf('.')));
		return COMPILED.contains(extension(file)) ? PROGRAM_ENDINGS.stream().map(ending -> stem + ending) : Stream.empty();
	}

	/**
	 * {@return whether it is the name of a Python file}
	 *
	 * @param file the name of a file
	 */
	public static boolean isPython(String file) {
		return extension(file).equals("py");
	}

	private static String extension(String file) {
		return file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
	}
}
