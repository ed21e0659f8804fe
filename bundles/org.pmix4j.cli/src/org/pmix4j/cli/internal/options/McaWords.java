// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.host.options.EnvironmentEdits;
import org.pmix4j.host.options.EnvironmentEdits.Edit;
import org.pmix4j.host.options.McaParameters;
import org.pmix4j.host.options.OptionType;

/** Reads the parameters that a command line sets for all of its programs. Stateless. */
final class McaWords {
	/** The words of parameters that may belong to the runtime. */
	private static final Set<String> WORDS = Set.of("--mca", "-mca", "--omca", "-omca", "--gmca", "-gmca", "--gomca", "-gomca", "--prtemca",
			"-prtemca");

	private McaWords() {
	}

	/** Returns the parameters that a shell offers behind an option; none if the option sets no parameter. */
	static List<String> names(String word) {
		if (word.endsWith("pmixmca")) {
			return McaParameters.names(McaParameters.PMIX);
		}
		return WORDS.contains(word) ? McaParameters.names(word.endsWith("prtemca") ? McaParameters.PRTE : McaParameters.OPEN_MPI) : List.of();
	}

	/**
	 * Returns the words that a parameter on the command line stands for, none if its value turns nothing on; empty if it is no such
	 * parameter. Its name stands at the position.
	 */
	static Optional<List<String>> meant(String word, List<String> words, int position) {
		if (!WORDS.contains(word) || position + 1 >= words.size()) {
			return Optional.empty();
		}
		try {
			return McaParameters.words(words.get(position), words.get(position + 1));
		} catch (IllegalArgumentException e) {
			throw new IllegalArgumentException("option " + word + ": " + e.getMessage(), e);
		}
	}

	/** Returns the changes to the environment of every program; words count more than files. The defaults receive options in files. */
	static EnvironmentEdits forAll(OptionLine line, McaDefaults defaults) {
		List<Edit> edits = new ArrayList<>();
		for (String files : line.get(LaunchWord.TUNE)) {
			for (String file : files.split(",")) {
				edits.addAll(ofFile(file, defaults).edits());
			}
		}
		List<String> generic = line.get(LaunchWord.GLOBAL_MCA);
		for (int i = 0; i < generic.size(); i += 2) {
			edits.addAll(McaParameters.generic(generic.get(i), generic.get(i + 1)).edits());
		}
		List<String> pmix = line.get(LaunchWord.GLOBAL_PMIX_MCA);
		for (int i = 0; i < pmix.size(); i += 2) {
			edits.addAll(McaParameters.ofPmix(pmix.get(i), pmix.get(i + 1)).edits());
		}
		List<String> prte = line.get(LaunchWord.PRTE_MCA);
		for (int i = 0; i < prte.size(); i += 2) {
			edits.addAll(ofPrte(prte.get(i), prte.get(i + 1)).edits());
		}
		return new EnvironmentEdits(edits);
	}

	private static EnvironmentEdits ofPrte(String key, String value) {
		try {
			return McaParameters.ofPrte(key, value);
		} catch (IllegalArgumentException e) {
			throw new IllegalArgumentException("option " + LaunchWord.PRTE_MCA.word() + " is not supported: " + e.getMessage(), e);
		}
	}

	private static EnvironmentEdits ofFile(String file, McaDefaults defaults) {
		String option = "option " + LaunchWord.TUNE.word() + " " + file;
		List<Edit> edits = new ArrayList<>();
		int number = 0;
		for (String text : OptionFile.lines(file, option)) {
			number++;
			String line = text.strip();
			int equals = line.indexOf('=');
			if (line.isEmpty() || line.startsWith("#")) {
				continue;
			}
			if (line.startsWith("-")) {
				edits.addAll(ofWords(ShellWords.split(line, option + " line " + number), option + " line " + number, defaults)
						.edits());
				continue;
			}
			if (equals <= 0) {
				throw new IllegalArgumentException(option + " line " + number + " must be KEY = VALUE, not '" + line + "'");
			}
			String key = line.substring(0, equals).strip();
			edits.addAll(parameter(key, line.substring(equals + 1).strip(), option + " line " + number, false, defaults).edits());
		}
		return new EnvironmentEdits(edits);
	}

	/** Reads a line of Open MPI's own form: {@code --mca btl self,vader -x FOO=bar}. */
	private static EnvironmentEdits ofWords(List<String> words, String place, McaDefaults defaults) {
		List<Edit> edits = new ArrayList<>();
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
				edits.addAll(OptionType.EDITS.parse(first).orElseThrow(() -> new IllegalArgumentException(
						place + ": " + word + " must be " + OptionType.EDITS.wanted() + ", not '" + first + "'")).edits());
			} else {
				String value = words.get(i + 2);
				edits.addAll(parameter(first, value, place, word.endsWith("pmixmca"), defaults).edits());
			}
			i += 1 + values;
		}
		return new EnvironmentEdits(edits);
	}

	private static EnvironmentEdits parameter(String key, String value, String place, boolean isOfPmix, McaDefaults defaults) {
		if (!isOfPmix && defaults.read(place, key, value)) {
			return EnvironmentEdits.NONE;
		}
		try {
			return isOfPmix ? McaParameters.ofPmix(key, value) : McaParameters.generic(key, value);
		} catch (IllegalArgumentException e) {
			throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
		}
	}
}
