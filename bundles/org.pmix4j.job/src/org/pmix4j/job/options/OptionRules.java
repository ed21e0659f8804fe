// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.LinkedHashMap;
import java.util.Map;

import org.pmix4j.model.Rank;

/** Checks that options are used together as they must be. Stateless. */
public final class OptionRules {
	private OptionRules() {
	}

	/**
	 * Refuses values that contradict each other or the number of ranks.
	 *
	 * @param values of a whole job
	 * @param ranks  how many ranks it has
	 * @param source where the values came from
	 * @throws IllegalArgumentException if values contradict each other; the message says which
	 */
	public static void check(OptionValues values, int ranks, OptionSource source) {
		problems(values, ranks, source).values().stream().findFirst().ifPresent(problem -> {
			throw new IllegalArgumentException(problem);
		});
	}

	/**
	 * {@return the problems, by the option that has to change}
	 *
	 * @param values of a whole job
	 * @param ranks  how many ranks it has
	 * @param source where the values came from
	 */
	public static Map<JobOption<?>, String> problems(OptionValues values, int ranks, OptionSource source) {
		Map<JobOption<?>, String> problems = new LinkedHashMap<>();
		Rank target = values.get(JobOptions.STDIN);
		if (target.isProcess() && Integer.compareUnsigned(target.value(), ranks) >= 0) {
			problems.put(JobOptions.STDIN, source.name(JobOptions.STDIN) + " must be one of the ranks 0 to " + (ranks - 1)
					+ ", all or none, not " + target);
		}
		exclude(problems, values, source, JobOptions.STOP_IN_INIT, JobOptions.STOP_IN_APP);
		exclude(problems, values, source, JobOptions.STOP_IN_INIT, JobOptions.BREAKPOINT);
		needPmix(problems, values, source, JobOptions.STOP_IN_INIT);
		needPmix(problems, values, source, JobOptions.STOP_IN_APP);
		exclude(problems, values, source, OutputOptions.DIRECTORY, OutputOptions.FILE);
		boolean file = isOn(values, OutputOptions.FILE);
		if (isOn(values, OutputOptions.NO_COPY) && !file && !isOn(values, OutputOptions.DIRECTORY)) {
			problems.put(OutputOptions.NO_COPY, source.name(OutputOptions.NO_COPY) + " needs " + source.name(OutputOptions.DIRECTORY) + " or "
					+ source.name(OutputOptions.FILE));
		}
		if (isOn(values, OutputOptions.PATTERN) && !file) {
			problems.put(OutputOptions.PATTERN, source.name(OutputOptions.PATTERN) + " needs " + source.name(OutputOptions.FILE));
		}
		return problems;
	}

	private static void exclude(Map<JobOption<?>, String> problems, OptionValues values, OptionSource source, JobOption<?> one,
			JobOption<?> other) {
		if (isOn(values, one) && isOn(values, other)) {
			problems.put(other, source.name(one) + " and " + source.name(other) + " exclude each other");
		}
	}

	/** Ranks learn over PMIx that they are to stop. */
	private static void needPmix(Map<JobOption<?>, String> problems, OptionValues values, OptionSource source, JobOption<Boolean> stop) {
		if (isOn(values, stop) && !values.get(JobOptions.MPI).hasPmix()) {
			problems.putIfAbsent(stop, source.name(stop) + " needs PMIx, which " + source.name(JobOptions.MPI) + " turns off");
		}
	}

	private static boolean isOn(OptionValues values, JobOption<?> option) {
		return !values.get(option).equals(option.defaultValue());
	}
}
