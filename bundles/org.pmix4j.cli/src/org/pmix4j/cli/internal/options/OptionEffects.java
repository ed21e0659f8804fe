// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OptionSource;
import org.pmix4j.job.options.RecoveryOptions;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.job.options.SpawnOptions;

/**
 * Tells which options have no effect, because another one on which they depend is missing. prterun takes them silently, so they are no
 * errors. Stateless.
 */
final class OptionEffects {
	private OptionEffects() {
	}

	/** Returns a note for each option without an effect. */
	static List<String> notes(JobSpec job) {
		List<String> notes = new ArrayList<>();
		boolean ends = isSet(job, JobOptions.TIMEOUT) || isSet(job, SpawnOptions.START_LIMIT);
		boolean restarts = job.apps().stream().anyMatch(app -> app.options().get(RecoveryOptions.MAX_RESTARTS) > 0);
		boolean goesOn = job.get(JobOptions.CONTINUE) || restarts;
		boolean shows = isSet(job, ReportOptions.MAP) || isSet(job, ReportOptions.DETAILED_MAP) || isSet(job, ReportOptions.ALLOCATION);
		note(notes, job, ReportOptions.STATES_AT_TIMEOUT, ends, "--timeout or --spawn-timeout");
		note(notes, job, ReportOptions.STACK_TRACES, ends, "--timeout or --spawn-timeout");
		note(notes, job, ReportOptions.PARSEABLE, shows, "--display map, map-devel or allocation");
		note(notes, job, ReportOptions.PHYSICAL, isSet(job, ReportOptions.MAP) || isSet(job, ReportOptions.DETAILED_MAP)
				|| isSet(job, ReportOptions.BINDINGS) || job.get(JobOptions.DO_NOT_LAUNCH), "--display bind, map or map-devel");
		note(notes, job, RecoveryOptions.RESTART, restarts, "--max-restarts");
		note(notes, job, RecoveryOptions.NOTIFY_RANKS, goesOn, "--continue or --max-restarts");
		return notes;
	}

	private static boolean isSet(JobSpec job, JobOption<?> option) {
		return !job.get(option).equals(option.defaultValue());
	}

	private static void note(List<String> notes, JobSpec job, JobOption<Boolean> option, boolean works, String needed) {
		if (job.options().isSet(option) && job.get(option) && !works) {
			notes.add(OptionSource.COMMAND_LINE.name(option) + " has no effect without " + needed);
		}
	}
}
