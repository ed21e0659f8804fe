// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.OptionType;

/**
 * Reads the lines of a file with parameters, each {@code KEY = VALUE} or words of a command line. Stateless.
 *
 * @see "Open MPI 4.1, openmpi-mca-params.conf, and mpirun(1), --tune; PRRTE 3.0.8, prte-mca-params.conf"
 */
final class ParameterFile {
	/** An entry of a file. Its place names the file and the line, for messages. */
	sealed interface Entry {
	}

	/** The value of a parameter, of the C library alone or of any library. */
	record Parameter(String place, String key, String value, boolean isOfPmix) implements Entry {
	}

	/** Changes to the environment of ranks. */
	record Variables(EnvironmentEdits edits) implements Entry {
	}

	/** A line that cannot be read; the text says where, and why. */
	record Problem(String text) implements Entry {
	}

	private static final String COMMENT_END = "*/";

	private ParameterFile() {
	}

	/** Returns the entries of the lines in their order. The source names the file. */
	static List<Entry> entries(List<String> lines, String source) {
		List<Entry> entries = new ArrayList<>();
		boolean isComment = false;
		int number = 0;
		for (String text : lines) {
			number++;
			String line = text.strip();
			isComment |= line.startsWith("/*");
			if (isComment) {
				isComment = !line.endsWith(COMMENT_END);
			} else if (!line.isEmpty() && !line.startsWith("#") && !line.startsWith("//")) {
				read(line, source + " line " + number, entries);
			}
		}
		return entries;
	}

	private static void read(String line, String place, List<Entry> entries) {
		try {
			if (line.startsWith("-")) {
				readWords(ShellWords.split(line, place), place, entries);
				return;
			}
			int equals = line.indexOf('=');
			String key = line.substring(0, Math.max(0, equals)).strip();
			if (key.isEmpty() || key.indexOf(' ') >= 0 || key.indexOf('\t') >= 0) {
				throw new IllegalArgumentException(place + " must be KEY = VALUE, not '" + line + "'");
			}
			entries.add(new Parameter(place, key, line.substring(equals + 1).strip(), false));
		} catch (IllegalArgumentException e) {
			entries.add(new Problem(e.getMessage()));
		}
	}

	/** Reads a line of Open MPI's own form: {@code --mca btl self,vader -x FOO=bar}. */
	private static void readWords(List<String> words, String place, List<Entry> entries) {
		for (int i = 0; i < words.size();) {
			String word = words.get(i);
			int values = word.equals("-x") || word.equals("--x") ? 1 : word.matches("--?(mca|gmca|omca|gomca|pmixmca|gpmixmca)") ? 2 : 0;
			if (values == 0) {
				throw new IllegalArgumentException(place + ": only --mca, --pmixmca and -x are possible in such a file, not '" + word + "'");
			}
			if (i + values >= words.size()) {
				throw new IllegalArgumentException(place + ": " + word + " needs " + (values == 1 ? "a variable" : "a parameter and its value"));
			}
			String first = words.get(i + 1);
			if (values == 1) {
				entries.add(new Variables(OptionType.EDITS.parse(first).orElseThrow(() -> new IllegalArgumentException(
						place + ": " + word + " must be " + OptionType.EDITS.wanted() + ", not '" + first + "'"))));
			} else {
				entries.add(new Parameter(place, first, words.get(i + 2), word.endsWith("pmixmca")));
			}
			i += 1 + values;
		}
	}
}
