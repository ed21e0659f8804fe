// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.configuration;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.internal.Messages;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.PlacementOptions;

/**
 * A program of a job besides the first one. Immutable.
 *
 * @param ranks     how many ranks run it, at least 1
 * @param program   a path or the name of a command
 * @param arguments its arguments
 */
public record FurtherProgram(int ranks, String program, List<String> arguments) {
	/**
	 * Reads the further programs of a configuration and replaces variables.
	 *
	 * @param configuration a launch configuration
	 * @return the programs in their order
	 * @throws CoreException with the reason if one is not written as a number, a program and arguments
	 */
	public static List<FurtherProgram> read(ILaunchConfiguration configuration) throws CoreException {
		List<FurtherProgram> programs = new ArrayList<>();
		for (String line : configuration.getAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of())) {
			programs.add(parse(line));
		}
		return programs;
	}

	/**
	 * Reads the further programs as {@link #read} does, but never prompts the user.
	 *
	 * @param configuration a launch configuration
	 * @return the programs, without those that depend on a prompt
	 * @throws CoreException as {@link #read}
	 */
	public static List<FurtherProgram> known(ILaunchConfiguration configuration) throws CoreException {
		List<FurtherProgram> programs = new ArrayList<>();
		for (String line : configuration.getAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of())) {
			if (!Attributes.asksUser(line)) {
				programs.add(parse(line));
			}
		}
		return programs;
	}

	private static FurtherProgram parse(String line) throws CoreException {
		List<String> words = List.of(DebugPlugin.parseArguments(Attributes.substituted(line)));
		if (words.size() == 1 && words.get(0).matches("[1-9]\\d{0,6}")) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.FurtherProgram_none, Integer.valueOf(words.get(0)))));
		}
		try {
			int ranks = words.size() < 2 ? 0 : Integer.parseInt(words.get(0));
			if (ranks > 0 && ranks <= AppSpec.MAX_STARTED && !words.get(1).isEmpty() && QuotedText.openQuote(line).isEmpty()) {
				return new FurtherProgram(ranks, words.get(1), words.subList(2, words.size()));
			}
		} catch (NumberFormatException e) {
			// refused below
		}
		throw new CoreException(Status.error(MessageFormat.format(Messages.FurtherProgram_wrong, line, AppSpec.MAX_STARTED)));
	}

	/** Returns the order for its ranks, with the options of the first program except those that describe the whole job. */
	AppSpec app(OptionValues first) {
		return new AppSpec(program, arguments, PlacementOptions.ofFurtherProgram(first, ranks));
	}
}
