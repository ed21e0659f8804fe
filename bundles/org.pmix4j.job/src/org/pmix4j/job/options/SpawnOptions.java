// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.time.Duration;
import java.util.Optional;

import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Options that decide what a spawned job and the process that spawned it mean to each other. */
public final class SpawnOptions {
	/** The time limit of the start; zero for none. */
	public static final JobOption<Duration> START_LIMIT = JobOption
			.of(OptionScope.JOB, "time limit of the start", OptionType.SECONDS, Duration.ZERO, "Give up a start that takes longer.")
			.withValueWords("SECONDS", "--spawn-timeout").in(OptionGroup.LIMITS).withKey("org.pmix4e.launch.startLimit")
			.withListWord(OptionList.RUNTIME, "spawn-timeout")
			.withAttribute(SpawnAttributes.SPAWN_TIMEOUT,
					seconds -> seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds)))
			.withAttribute(KeyValueAttributes.TIMEOUT, seconds -> Optional.of(Duration.ofSeconds(seconds)));
	/** Notifies the spawner of the start and the completion of the job. */
	public static final JobOption<Boolean> NOTIFY_JOB = JobOption
			.flag(OptionScope.JOB, "events of the job", "Notify the spawner that the job has started and has ended.")
			.whenTrue(SpawnAttributes.NOTIFY_JOB_EVENTS, true).whenTrue(SpawnAttributes.NOTIFY_LAUNCH, true);
	/** Notifies the spawner of the end of each process. */
	public static final JobOption<Boolean> NOTIFY_ENDS = JobOption
			.flag(OptionScope.JOB, "events of ends", "Notify the spawner of the end of each process.")
			.withAttribute(SpawnAttributes.NOTIFY_PROC_TERMINATION);
	/** Notifies the spawner of each failed process, in addition to the event that names its failure. */
	public static final JobOption<Boolean> NOTIFY_FAILURES = JobOption
			.flag(OptionScope.JOB, "events of abnormal ends", "Notify the spawner of the end of each process that fails.")
			.withAttribute(SpawnAttributes.NOTIFY_PROC_ABNORMAL_TERMINATION);
	/** Treats the ranks as tools, such as the daemons of a debugger: they take no slots. */
	public static final JobOption<Boolean> TOOLS = JobOption
			.flag(OptionScope.APP, "ranks as tools", "Let the ranks take no slots, as they are tools.")
			.withAttribute(DebuggerAttributes.DEBUGGER_DAEMONS).withAttribute(SpawnAttributes.SPAWN_TOOL);
	/** Runs the program as a separate job, which starts after that of the others. */
	public static final JobOption<Boolean> COSPAWN = JobOption
			.flag(OptionScope.APP, "separate job", "Run the program as a separate job.").withAttribute(DebuggerAttributes.COSPAWN_APP);
	/** Notifies no process of a normal end of the job. */
	public static final JobOption<Boolean> SILENT = JobOption
			.flag(OptionScope.JOB, "silent termination", "Send no event when the job ends normally.")
			.withAttribute(EventAttributes.EVENT_SILENT_TERMINATION);
	/** Lets the job outlive its parent. Not set: unless the parent fails; false: never; true: always. */
	public static final JobOption<Boolean> SEPARATE = JobOption
			.flag(OptionScope.JOB, "separation from the parent", "Let the job outlive its parent.").withAttribute(SpawnAttributes.SPAWN_CHILD_SEP);
	/** Keeps the job's failure out of the exit code of the launcher. */
	public static final JobOption<Boolean> REPORT_SEPARATELY = JobOption
			.flag(OptionScope.JOB, "separate exit code", "Leave the exit code of the launcher alone.")
			.withWords("--report-child-jobs-separately").in(OptionGroup.REPORTS)
			.withListWord(OptionList.RUNTIME, "report-child-jobs-separately", true)
			.withAttribute(SpawnAttributes.REPORT_CHILD_SEP);
	/** Forwards standard output to the spawner. */
	public static final JobOption<Boolean> FORWARD_STDOUT = JobOption
			.flag(OptionScope.JOB, "forwarding of standard output", "Send standard output to the spawner.")
			.withAttribute(IofAttributes.FWD_STDOUT);
	/** Forwards standard error to the spawner. */
	public static final JobOption<Boolean> FORWARD_STDERR = JobOption
			.flag(OptionScope.JOB, "forwarding of standard error", "Send standard error to the spawner.")
			.withAttribute(IofAttributes.FWD_STDERR);
	/** Sends forwarded output also where it would go otherwise. */
	public static final JobOption<Boolean> COPY = JobOption
			.flag(OptionScope.JOB, "copy of forwarded output", "Show forwarded output here, too.").withAttribute(IofAttributes.IOF_COPY)
			.whenFalse(IofAttributes.IOF_REDIRECT, true);
	/** Allows the spawner to push standard input. A tool may by default. */
	public static final JobOption<Boolean> PUSH_STDIN = JobOption
			.flag(OptionScope.JOB, "forwarding of standard input", "Let the spawner push standard input.")
			.withAttribute(IofAttributes.FWD_STDIN).withAttribute(IdentityAttributes.REQUESTOR_IS_TOOL);

	private SpawnOptions() {
	}
}
