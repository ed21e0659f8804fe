// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import org.pmix4j.model.attributes.SpawnAttributes;

/** Options that decide what follows the failure of a rank. */
public final class RecoveryOptions {
	/** The number of times that a failed rank is restarted. */
	public static final JobOption<Integer> MAX_RESTARTS = JobOption
			.of(OptionScope.APP, "limit of restarts", OptionType.number(0, Integer.MAX_VALUE), 0,
					"Restart a rank that fails, up to that many times. Default: 0.")
			.withValueWords("N", "--max-restarts").in(OptionGroup.RECOVERY).withKey("org.pmix4e.launch.maxRestarts")
			.withListWord(OptionList.RUNTIME, "max-restarts")
			.withAttribute(SpawnAttributes.MAX_RESTARTS);
	/** Restarts failed ranks, up to {@link #MAX_RESTARTS} times. */
	public static final JobOption<Boolean> RESTART = JobOption
			.of(OptionScope.JOB, "restart of failed ranks", OptionType.FLAG, true, "Start ranks that fail again, up to --max-restarts.")
			.in(OptionGroup.RECOVERY).withListWord(OptionList.RUNTIME, "autorestart", true)
			.withoutAttribute("PRRTE has only a word of PMIX_RUNTIME_OPTIONS for it");
	/** Notifies the other ranks of each failed rank while the job continues. */
	public static final JobOption<Boolean> NOTIFY_RANKS = JobOption
			.of(OptionScope.JOB, "events of failures", OptionType.FLAG, true, "Notify the other ranks of each rank that fails.")
			.in(OptionGroup.RECOVERY).withListWord(OptionList.RUNTIME, "notifyerrors", true)
			.withoutAttribute("PRRTE has only a word of PMIX_RUNTIME_OPTIONS for it");

	private RecoveryOptions() {
	}
}
