// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.nio.file.Path;

/** Options of the launcher and its server. */
public final class LauncherOptions {
	private static final String RUNS_ALREADY = "the server runs when it is asked to spawn";

	/** The directory in which the session directory is made; empty for the usual place. */
	public static final JobOption<Path> TMPDIR = JobOption
			.of(OptionScope.LAUNCHER, "directory for the session", OptionType.DIRECTORY, Path.of(""),
					"Make the session directory there instead of in PMIX_SERVER_TMPDIR, TMPDIR, TEMP, TMP or /tmp.")
			.withValueWords("DIR", "--tmpdir").in(OptionGroup.SERVER).withKey("org.pmix4e.launch.sessionDirectory").withoutAttribute(RUNS_ALREADY);
	/** The file in which tools find the server's address; empty for none. */
	public static final JobOption<String> REPORT_URI = JobOption
			.of(OptionScope.LAUNCHER, "place of the server's address", OptionType.TEXT, "",
					"Write the server's address to '-' (standard output), '+' (standard error) or a file.")
			.withValueWords("WHERE", "--report-uri").in(OptionGroup.SERVER).asCommon().withoutAttribute(RUNS_ALREADY);
	/** Makes the server the one that tools of the same user find by default. */
	public static final JobOption<Boolean> SYSTEM_SERVER = JobOption
			.flag(OptionScope.LAUNCHER, "role of the system server",
					"Be the server that tools find by themselves.")
			.withWords("--system-server").in(OptionGroup.SERVER).withoutAttribute(RUNS_ALREADY);

	/** The longest message that the server accepts, in MiB. */
	public static final JobOption<Integer> MAX_MESSAGE = JobOption
			.of(OptionScope.LAUNCHER, "longest message", OptionType.number(1, 2047), 256,
					"Refuse longer messages of ranks. Default: 256.")
			.withValueWords("MIB", "--max-message").in(OptionGroup.LIMITS).withoutAttribute(RUNS_ALREADY);

	/** Nodes that are simulated: jobs are mapped to them and not started. */
	public static final JobOption<NodeDescriptions> SIMULATE = JobOption
			.of(OptionScope.LAUNCHER, "simulated nodes", new OptionTypes.Nodes(), NodeDescriptions.NONE,
					"Map the job to simulated nodes and do not start it: '3*node:slots=4:package:2 core:4 pu:2', or a file NAME.xml of"
							+ " hwloc as the hardware. With --display. Repeatable.")
			.withValueWords("NODES", "--simulate").in(OptionGroup.PLACEMENT).withoutAttribute(RUNS_ALREADY);

	/** The file to which the records of jobs are appended. */
	public static final JobOption<Path> JOB_RECORD = JobOption
			.of(OptionScope.LAUNCHER, "file for job records", OptionType.PATH, Path.of("job-record"),
					"Append what ranks log to the record of their job to that file.")
			.withValueWords("FILE", "--job-record").in(OptionGroup.SERVER).withoutAttribute(RUNS_ALREADY);
	/** The file that describes the storage and the fabrics of the site. */
	public static final JobOption<Path> SITE = JobOption
			.of(OptionScope.LAUNCHER, "description of the site", OptionType.PATH, Path.of("site"),
					"Tell ranks about the storage and the fabrics that that file describes.")
			.withValueWords("FILE", "--site").in(OptionGroup.SERVER).withoutAttribute(RUNS_ALREADY);

	private LauncherOptions() {
	}
}
