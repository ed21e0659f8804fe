// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import org.pmix4j.model.attributes.SpawnAttributes;

/** Options that decide what follows the failure of a rank. */
public final class RecoveryOptions {
	/** How many times a rank that fails is started again. */
	public static final JobOption<Integer> MAX_RESTARTS = JobOption
			.of(OptionScope.APP, "limit of restarts", OptionType.number(0, Integer.MAX_VALUE), 0,
					"Start a rank that fails again, up to that many times. Default: 0.")
			.withValueWords("N", "--max-restarts").in(OptionGroup.RECOVERY).withKey("org.pmix4e.launch.maxRestarts")
			.withListWord(OptionList.RUNTIME, "max-restarts")
			.withAttribute(SpawnAttributes.MAX_RESTARTS);
	/** Whether ranks that fail are started again, as far as {@link #MAX_RESTARTS} allows. */
	public static final JobOption<Boolean> RESTART = JobOption
			.of(OptionScope.JOB, "restart of failed ranks", OptionType.FLAG, true, "Start ranks that fail again, up to --max-restarts.")
			.in(OptionGroup.RECOVERY).withListWord(OptionList.RUNTIME, "autorestart", true)
			.withoutAttribute("PRRTE has only a word of PMIX_RUNTIME_OPTIONS for it");
	/** Whether the other ranks are notified of each rank that fails while the job goes on. */
	public static final JobOption<Boolean> NOTIFY_RANKS = JobOption
			.of(OptionScope.JOB, "events of failures", OptionType.FLAG, true, "Notify the other ranks of each rank that fails.")
			.in(OptionGroup.RECOVERY).withListWord(OptionList.RUNTIME, "notifyerrors", true)
			.withoutAttribute("PRRTE has only a word of PMIX_RUNTIME_OPTIONS for it");

	private RecoveryOptions() {
	}
}
