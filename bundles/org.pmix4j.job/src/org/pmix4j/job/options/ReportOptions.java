// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.time.Duration;
import java.util.Optional;

import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** Options that decide what is reported to the listener in words. */
public final class ReportOptions {
	/** Stands for all nodes where nodes are listed. */
	public static final String ALL_NODES = "*";

	/** The nodes of the session and how many ranks fit. */
	public static final JobOption<Boolean> ALLOCATION = JobOption
			.flag(OptionScope.JOB, "report of the allocation", "Show the nodes and their slots.").in(OptionGroup.REPORTS)
			.withWords("--display-allocation", "--display-devel-allocation").withListWord(OptionList.DISPLAY, "allocation", true)
			.withAttribute(SpawnAttributes.DISPLAY_ALLOCATION);
	/** The node of each rank. */
	public static final JobOption<Boolean> MAP = JobOption
			.flag(OptionScope.JOB, "report of the map", "Show which ranks run where.").in(OptionGroup.REPORTS).withWords("--display-map")
			.withListWord(OptionList.DISPLAY, "map", true).withAttribute(SpawnAttributes.DISPLAY_MAP);
	/** The node of each rank, with all its numbers. */
	public static final JobOption<Boolean> DETAILED_MAP = JobOption
			.flag(OptionScope.JOB, "detailed report of the map", "Show which ranks run where, with all their numbers.")
			.in(OptionGroup.REPORTS).withWords("--display-devel-map").withListWord(OptionList.DISPLAY, "map-devel", true)
			.withAttribute(SpawnAttributes.DISPLAY_MAP_DETAILED);
	/** The processors to which each rank is bound. */
	public static final JobOption<Boolean> BINDINGS = JobOption
			.flag(OptionScope.JOB, "report of the bindings", "Show which processors each rank is bound to.").in(OptionGroup.REPORTS)
			.withWords("--report-bindings", "-report-bindings").withListWord(OptionList.DISPLAY, "bind", true)
			.withListWord(OptionList.DISPLAY, "bindings", true)
			.withAttribute(SpawnAttributes.REPORT_BINDINGS);
	/** The nodes whose hardware is shown, with semicolons between; {@code *} for all, empty for none. */
	public static final JobOption<String> TOPOLOGY = JobOption
			.of(OptionScope.JOB, "report of the hardware", OptionType.TEXT, "", "Show the hardware of these nodes.")
			.in(OptionGroup.REPORTS).withSpelling("--display-topo", ALL_NODES)
			.withListWord(OptionList.DISPLAY, "topo", ALL_NODES).withListWord(OptionList.DISPLAY, "topo")
			.withAttribute(SpawnAttributes.DISPLAY_TOPOLOGY, ReportOptions::nodes);
	/** The nodes whose usable processors are shown, with semicolons between; {@code *} for all, empty for none. */
	public static final JobOption<String> PROCESSORS = JobOption
			.of(OptionScope.JOB, "report of the processors", OptionType.TEXT, "", "Show the usable processors of these nodes.")
			.withListWord(OptionList.DISPLAY, "cpus", ALL_NODES).withListWord(OptionList.DISPLAY, "cpus")
			.withAttribute(SpawnAttributes.DISPLAY_PROCESSORS, ReportOptions::nodes);
	/** Shows map and allocation as XML. */
	public static final JobOption<Boolean> PARSEABLE = JobOption
			.flag(OptionScope.JOB, "form of reports for programs", "Show map and allocation as XML.")
			.withListWord(OptionList.DISPLAY, "parseable", true).withListWord(OptionList.DISPLAY, "parsable", true)
			.withAttribute(SpawnAttributes.DISPLAY_PARSEABLE_OUTPUT);
	/** Shows bindings by the kernel's numbers. */
	public static final JobOption<Boolean> PHYSICAL = JobOption
			.flag(OptionScope.JOB, "numbers of processors in reports", "Show bindings by the kernel's numbers of cores and threads.")
			.withListWord(OptionList.DISPLAY, "physical", true).withAttribute(SpawnAttributes.REPORT_PHYSICAL_CPUS);
	/** Shows a repeated remark once. */
	public static final JobOption<Boolean> AGGREGATE = JobOption
			.of(OptionScope.JOB, "single report of repeated remarks", OptionType.FLAG, true,
					"Show a remark about attributes without effect once in a job, not for each call.")
			.in(OptionGroup.REPORTS).withSpelling("--no-aggregate-help", false)
			.withListWord(OptionList.RUNTIME, "aggregate-help-messages", true).withAttribute(SpawnAttributes.AGGREGATE_HELP);
	/** That all processes run. */
	public static final JobOption<Boolean> PROGRESS = JobOption
			.flag(OptionScope.JOB, "report of the launch", "Tell when all processes run.")
			.withWords("--show-progress").in(OptionGroup.REPORTS)
			.withListWord(OptionList.RUNTIME, "show-progress", true).withAttribute(SpawnAttributes.SHOW_LAUNCH_PROGRESS);
	/** The state of each rank when the job's time was up. */
	public static final JobOption<Boolean> STATES_AT_TIMEOUT = JobOption
			.flag(OptionScope.JOB, "report of states at a timeout", "Report what each rank did last when the time was up.")
			.withWords("--report-state-on-timeout").in(OptionGroup.LIMITS).withKey("org.pmix4e.launch.reportStates")
			.withListWord(OptionList.RUNTIME, "report-state-on-timeout", true).withAttribute(SpawnAttributes.TIMEOUT_REPORT_STATE);
	/** The stack traces of all ranks when the job's time was up. */
	public static final JobOption<Boolean> STACK_TRACES = JobOption
			.flag(OptionScope.JOB, "stack traces at a timeout", "Show the stack traces of all ranks when the time was up, equal ones once.")
			.withWords("--get-stack-traces").in(OptionGroup.LIMITS).withKey("org.pmix4e.launch.stackTraces")
			.withListWord(OptionList.RUNTIME, "get-stack-traces", true)
			.withAttribute(SpawnAttributes.TIMEOUT_STACKTRACES);
	/** The time without progress after which the job's waits are reported; zero for never. */
	public static final JobOption<Duration> WAITS = JobOption
			.of(OptionScope.JOB, "report of waits", OptionType.SECONDS, Duration.ZERO,
					"Report what ranks wait for when nothing happens for that time (10 s).")
			.withValueWords("SECONDS", "--report-waits").withFallback(Duration.ofSeconds(10)).withKey("org.pmix4e.launch.reportWaits")
			.withoutAttribute("PMIx has no attribute for it.").in(OptionGroup.REPORTS);
	/** The progress of a start that takes longer than a second, once a second. */
	public static final JobOption<Boolean> SLOW_START = JobOption
			.flag(OptionScope.JOB, "progress of a slow start", "Tell each second how far a slow start has got (default on a terminal).")
			.withWords("--progress").withoutAttribute("PMIx has no attribute for it.").in(OptionGroup.REPORTS);
	/** Each stage that the job and its ranks enter. */
	public static final JobOption<Boolean> STAGES = JobOption
			.flag(OptionScope.JOB, "report of stages", "Tell each stage that the job and its ranks enter, in the words of PRRTE.")
			.withWords("--report-state").withoutAttribute("PMIx has no attribute for it.").in(OptionGroup.REPORTS);
	/** That the job starts, that all of it runs, and that it has ended. */
	public static final JobOption<Boolean> JOB_EVENTS = JobOption
			.flag(OptionScope.JOB, "report of the job's events", "Tell when the job starts, runs and has ended.")
			.withAttribute(LogAttributes.LOG_JOB_EVENTS);
	/** The end of the job. */
	public static final JobOption<Boolean> COMPLETION = JobOption
			.flag(OptionScope.JOB, "report of the job's end", "Tell how the job ended.").withAttribute(LogAttributes.LOG_COMPLETION);
	/** The end of each process. */
	public static final JobOption<Boolean> ENDS = JobOption
			.flag(OptionScope.JOB, "report of ends", "Tell how each process ended.").withAttribute(LogAttributes.LOG_PROC_TERMINATION);
	/** The end of each failed process. */
	public static final JobOption<Boolean> FAILURES = JobOption
			.flag(OptionScope.JOB, "report of failures", "Tell how processes ended that failed.")
			.withAttribute(LogAttributes.LOG_PROC_ABNORMAL_TERMINATION);

	/** The file for the table of processes; empty for none. */
	public static final JobOption<String> PROCESS_TABLE = JobOption
			.of(OptionScope.JOB, "process table", OptionType.TEXT, "",
					"Write rank, host, program and pid of each process to '-' (standard output, the default), '+' (standard error) or a file.")
			.withValueWords("WHERE", "--output-proctable").withFallback("-").in(OptionGroup.REPORTS)
			.withListWord(OptionList.RUNTIME, "output-proctable").withoutAttribute("PRRTE has only a word of PMIX_RUNTIME_OPTIONS for it");

	private ReportOptions() {
	}

	private static Optional<String> nodes(String list) {
		return Optional.of(list.isEmpty() ? ALL_NODES : list);
	}
}
