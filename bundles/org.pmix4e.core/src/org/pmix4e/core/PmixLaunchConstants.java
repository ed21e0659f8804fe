// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchManager;
import org.pmix4j.host.options.AppOptions;
import org.pmix4j.host.options.JobOption;
import org.pmix4j.host.options.JobOptions;
import org.pmix4j.host.options.LauncherOptions;
import org.pmix4j.host.options.OutputOptions;

/**
 * The attributes of a launch configuration of the type "PMIx Job", and of the processes of such a launch. Besides them the platform's
 * own count: {@link DebugPlugin#ATTR_WORKING_DIRECTORY}, {@link ILaunchManager#ATTR_ENVIRONMENT_VARIABLES},
 * {@link ILaunchManager#ATTR_APPEND_ENVIRONMENT_VARIABLES}, {@link DebugPlugin#ATTR_MERGE_OUTPUT}, encoding and files of the Common
 * tab. All strings but those of a fixed choice may contain variables. The defaults are those of {@link PmixPreferences}.
 */
public final class PmixLaunchConstants {
	/** The type of launch configurations. */
	public static final String TYPE_JOB = "org.pmix4e.launch.job";

	/** String: the id of the {@link org.pmix4e.core.spi.ProgramKind} of the program. Default {@link #KIND_EXECUTABLE}. */
	public static final String ATTR_KIND = "org.pmix4e.launch.kind";
	/** An executable file or a script. */
	public static final String KIND_EXECUTABLE = "executable";
	/** A Java class with a main method. */
	public static final String KIND_JAVA = "java";

	/** String: a path, or a name that is searched in PATH. For {@link #KIND_EXECUTABLE}. */
	public static final String ATTR_PROGRAM = "org.pmix4e.launch.program";
	/** String: the arguments of the program, quoted as {@link DebugPlugin#parseArguments} reads them. For every kind. Default: none. */
	public static final String ATTR_ARGUMENTS = "org.pmix4e.launch.arguments";
	/** Integer: how many ranks, at least 1. */
	public static final String ATTR_RANKS = key(AppOptions.RANKS);

	/** String: the name of the Java project; the attribute of Java applications, so that their tabs can be reused. */
	public static final String ATTR_JAVA_PROJECT = "org.eclipse.jdt.launching.PROJECT_ATTR";
	/** String: the qualified name of the main type; the attribute of Java applications. */
	public static final String ATTR_JAVA_MAIN_TYPE = "org.eclipse.jdt.launching.MAIN_TYPE";
	/** String: arguments for the virtual machine; the attribute of Java applications. */
	public static final String ATTR_JAVA_VM_ARGUMENTS = "org.eclipse.jdt.launching.VM_ARGUMENTS";

	/** String: the directory under which the session directory is made. Default: that of temporary files. */
	public static final String ATTR_SESSION_DIRECTORY = key(LauncherOptions.TMPDIR);
	/** String: what stands before each line of output, one of the {@code TAG_} constants. */
	public static final String ATTR_TAG = key(OutputOptions.TAG);
	/** Nothing stands before a line. */
	public static final String TAG_NONE = "none";
	/** {@code [3]}: the rank. */
	public static final String TAG_RANK = "rank";
	/** {@code [1,3]<stdout>:}: job and rank, as mpirun does it. */
	public static final String TAG_JOB = "job";
	/** {@code [1,3][node:4711]<stdout>:}: with node and process id. */
	public static final String TAG_DETAILED = "detailed";

	/** Integer: after how many seconds the job is ended; 0 for never. Default 0. */
	public static final String ATTR_TIMEOUT = key(JobOptions.TIMEOUT);
	/** Boolean: whether the other ranks go on when one fails. Default false. */
	public static final String ATTR_CONTINUE = key(JobOptions.CONTINUE);
	/** String: who reads standard input: a rank, {@link #STDIN_ALL} or {@link #STDIN_NONE}. Default "0". */
	public static final String ATTR_STDIN = key(JobOptions.STDIN);
	/** Every rank reads all of standard input. */
	public static final String STDIN_ALL = "all";
	/** No rank reads standard input. */
	public static final String STDIN_NONE = "none";

	/** String: the ranks to debug in debug mode, as {@link RankSet} reads them. Default: all. */
	public static final String ATTR_DEBUG_RANKS = "org.pmix4e.launch.debugRanks";
	/** Boolean: whether all debugged ranks suspend when one of them suspends. Default false. */
	public static final String ATTR_SUSPEND_ALL = "org.pmix4e.launch.suspendAll";
	/** String, an attribute of breakpoints: the ranks that stop there, as {@link RankSet} reads them. Default: all. */
	public static final String BREAKPOINT_RANKS = "org.pmix4e.ranks";

	/** Attribute of the process that stands for the job: its namespace, once it is known. */
	public static final String PROCESS_NAMESPACE = "org.pmix4e.namespace";
	/** Attribute of the process of a rank: its rank. */
	public static final String PROCESS_RANK = "org.pmix4e.rank";
	/** Attribute of the process of a rank: the node it runs on, once it is known. */
	public static final String PROCESS_NODE = "org.pmix4e.node";
	/** The process type of the job: for line trackers, colors and property testers. */
	public static final String PROCESS_TYPE_JOB = "org.pmix4e.job";
	/** The process type of a rank. */
	public static final String PROCESS_TYPE_RANK = "org.pmix4e.rank";

	private PmixLaunchConstants() {
	}

	private static String key(JobOption<?> option) {
		return option.key().orElseThrow();
	}
}
