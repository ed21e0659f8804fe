// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OptionWords;

/**
 * Writes a job as the words of {@code pmix4j run}, which reads them back as the same job. Directory, environment and input of the job
 * are those of the shell that runs the command. Stateless.
 */
public final class JobCommandLine {
	/** Separates the programs of a job. */
	public static final String SEPARATOR = ":";

	private static final String COMMAND = "run";
	private static final String END_OF_OPTIONS = "--";

	private JobCommandLine() {
	}

	/**
	 * {@return the command {@code run}, options, programs and their arguments, unquoted}
	 *
	 * @param job      a job
	 * @param launcher values of options of the launcher
	 * @throws IllegalArgumentException if no words mean the same, as an argument would be taken for the separator
	 */
	public static List<String> of(JobSpec job, OptionValues launcher) {
		List<String> words = new ArrayList<>(List.of(COMMAND));
		OptionValues options = job.options().plus(launcher);
		for (AppSpec app : job.apps()) {
			words.addAll(OptionWords.of(app.options().plus(options)));
			addProgram(words, app);
			words.add(SEPARATOR);
			options = OptionValues.DEFAULTS;
		}
		return List.copyOf(words.subList(0, words.size() - 1));
	}

	private static void addProgram(List<String> words, AppSpec app) {
		if (app.program().startsWith("-")) {
			words.add(END_OF_OPTIONS);
		}
		if (app.program().equals(SEPARATOR) || app.arguments().contains(SEPARATOR)) {
			throw new IllegalArgumentException("the word '" + SEPARATOR + "' of " + app.program() + " would end the program on a command line");
		}
		words.add(app.program());
		words.addAll(app.arguments());
	}
}
