// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.job.options.EnvironmentEdits;
import org.pmix4j.job.options.EnvironmentEdits.Edit;
import org.pmix4j.job.options.McaParameters;

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

	/** Returns the changes to the environment of every program; words take precedence over files. The defaults receive options in files. */
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
		for (ParameterFile.Entry entry : ParameterFile.entries(OptionFile.lines(file, option), option)) {
			switch (entry) {
				case ParameterFile.Problem problem -> throw new IllegalArgumentException(problem.text());
				case ParameterFile.Variables variables -> edits.addAll(variables.edits().edits());
				case ParameterFile.Parameter each -> edits
						.addAll(parameter(each.key(), each.value(), each.place(), each.isOfPmix(), defaults).edits());
			}
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
