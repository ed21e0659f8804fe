// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.IStatusHandler;
import org.pmix4j.engines.EngineChoice;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.LauncherOptions;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.RecoveryOptions;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.job.options.SpawnOptions;

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

	/**
	 * List of strings: further programs of the job, each as its number of ranks, a path or a name, and arguments, quoted as those of the
	 * first program: {@code 2 /opt/worker --fast}. Their ranks follow those of the first program, with the same options. Default: none.
	 */
	public static final String ATTR_MORE_PROGRAMS = "org.pmix4e.launch.morePrograms";

	/** String: the name of the Java project; the attribute of Java applications, so that their tabs can be reused. */
	public static final String ATTR_JAVA_PROJECT = "org.eclipse.jdt.launching.PROJECT_ATTR";
	/** String: the qualified name of the main type; the attribute of Java applications. */
	public static final String ATTR_JAVA_MAIN_TYPE = "org.eclipse.jdt.launching.MAIN_TYPE";
	/** String: arguments for the virtual machine; the attribute of Java applications. */
	public static final String ATTR_JAVA_VM_ARGUMENTS = "org.eclipse.jdt.launching.VM_ARGUMENTS";

	/**
	 * String: the engine that runs the job, as the option {@code --engine} of the command line names it: {@code local}, {@code prrte},
	 * {@code prrte:WHERE}, {@code local:WHERE} or {@code slurm}. Default: this machine, unless the nodes of the job need another one.
	 */
	public static final String ATTR_ENGINE = "org.pmix4e.launch.engine";
	/** This machine. With a colon and an address: a running PMIx4J server. */
	public static final String ENGINE_LOCAL = EngineChoice.LOCAL;
	/** A DVM of PRRTE for the job. With a colon and an address: a running one. */
	public static final String ENGINE_PRRTE = EngineChoice.PRRTE;
	/** A DVM of PRRTE in an allocation of Slurm. */
	public static final String ENGINE_SLURM = EngineChoice.SLURM;
	/**
	 * String: the long options of salloc with which an allocation of Slurm is requested, as the option {@code --slurm} of the command line
	 * takes them: {@code partition=all,time=10,nodes=3}. Default: those of Slurm.
	 */
	public static final String ATTR_SLURM = "org.pmix4e.launch.slurm";

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
	/** Integer: how many seconds pass between TERM and KILL when ranks are ended; 0 for KILL at once. Default: that of the preferences. */
	public static final String ATTR_KILL_TIMEOUT = key(JobOptions.KILL_TIMEOUT);
	/** Boolean: whether the other ranks go on when one fails. Default false. */
	public static final String ATTR_CONTINUE = key(JobOptions.CONTINUE);
	/** String: who reads standard input: a rank, {@link #STDIN_ALL} or {@link #STDIN_NONE}. Default "0". */
	public static final String ATTR_STDIN = key(JobOptions.STDIN);
	/** Every rank reads all of standard input. */
	public static final String STDIN_ALL = "all";
	/** No rank reads standard input. */
	public static final String STDIN_NONE = "none";

	/** String: the policy that maps ranks to nodes and processors, with qualifiers behind colons. Default: that of the host. */
	public static final String ATTR_MAP_BY = key(PlacementOptions.MAP_BY);
	/** String: the policy that numbers ranks. Default: that of the host. */
	public static final String ATTR_RANK_BY = key(PlacementOptions.RANK_BY);
	/** String: the policy that binds ranks to processors. Default: that of the host. */
	public static final String ATTR_BIND_TO = key(PlacementOptions.BIND_TO);
	/** String: the nodes to use, with their slots. Default: this machine, a slot for each core. */
	public static final String ATTR_HOSTS = key(PlacementOptions.HOSTS);
	/** String: a file with the nodes to use and their slots. Default: none. */
	public static final String ATTR_HOSTFILE = key(PlacementOptions.HOSTFILE);

	/** Boolean: whether the time stands before each line. Default false. */
	public static final String ATTR_TIMESTAMP = key(OutputOptions.TIMESTAMP);
	/** Boolean: whether output is passed on before the end of a line. Default false. */
	public static final String ATTR_RAW = key(OutputOptions.RAW);
	/** Boolean: whether standard output of the ranks is a pipe instead of a terminal. Default false. */
	public static final String ATTR_NO_PTY = key(OutputOptions.NO_PTY);
	/** String: the directory in which each rank has files for its output. Default: none. */
	public static final String ATTR_OUTPUT_DIRECTORY = key(OutputOptions.DIRECTORY);
	/** Boolean: whether output goes to these files only. Default false. */
	public static final String ATTR_OUTPUT_FILES_ONLY = key(OutputOptions.NO_COPY);

	/** Integer: after how many seconds a start is given up; 0 for never. Default 0. */
	public static final String ATTR_START_LIMIT = key(SpawnOptions.START_LIMIT);
	/** Boolean: whether the launcher tells what each rank did when the time is up. Default false. */
	public static final String ATTR_REPORT_STATES = key(ReportOptions.STATES_AT_TIMEOUT);
	/** Boolean: whether the launcher shows the stack traces of all ranks when the time is up. Default false. */
	public static final String ATTR_STACK_TRACES = key(ReportOptions.STACK_TRACES);
	/** Integer: after how many seconds without an event the launcher tells what ranks wait for; 0 for never. Default 0. */
	public static final String ATTR_REPORT_WAITS = key(ReportOptions.WAITS);
	/** Integer: how many times a rank that fails is started again. Default 0. */
	public static final String ATTR_MAX_RESTARTS = key(RecoveryOptions.MAX_RESTARTS);
	/** Boolean: whether ranks stop in PMIx_Init until a debugger releases them. Default false. */
	public static final String ATTR_STOP_IN_INIT = key(JobOptions.STOP_IN_INIT);
	/** Boolean: whether ranks stop where the program waits for a debugger. Default false. */
	public static final String ATTR_STOP_IN_APP = key(JobOptions.STOP_IN_APP);
	/** String: the name of the breakpoint at which ranks stop if their program has several; implies ATTR_STOP_IN_APP. Default: none. */
	public static final String ATTR_BREAKPOINT = key(JobOptions.BREAKPOINT);
	/** Boolean: whether ranks stop before they execute their program. Default false. */
	public static final String ATTR_STOP_ON_EXEC = key(JobOptions.STOP_ON_EXEC);
	/** String: the name of the process set that the ranks form. Default: none. */
	public static final String ATTR_PROCESS_SET = key(AppOptions.PSET);
	/** String: an installation whose bin and lib are searched first. Default: none. */
	public static final String ATTR_PREFIX = key(AppOptions.PREFIX);

	/** String: the ranks to debug in debug mode, as {@link RankSet} reads them. Default: all. */
	public static final String ATTR_DEBUG_RANKS = "org.pmix4e.launch.debugRanks";
	/** Boolean: whether all debugged ranks suspend when one of them suspends. Default false. */
	public static final String ATTR_SUSPEND_ALL = "org.pmix4e.launch.suspendAll";
	/** String: folders of sources and their paths for the program, as {@link org.pmix4e.core.launch.SourcePaths} reads. Default: none. */
	public static final String ATTR_SOURCE_PATHS = "org.pmix4e.launch.sourcePaths";
	/** String, an attribute of breakpoints: the ranks that stop there, as {@link RankSet} reads them. Default: all. */
	public static final String BREAKPOINT_RANKS = "org.pmix4e.ranks";

	/** Attribute of the process that stands for the job: its namespace, once it is known. */
	public static final String PROCESS_NAMESPACE = "org.pmix4e.namespace";
	/** Attribute of the process of a rank: its rank. */
	public static final String PROCESS_RANK = "org.pmix4e.rank";
	/** Attribute of the process of a rank: the node it runs on, once it is known. */
	public static final String PROCESS_NODE = "org.pmix4e.node";
	/**
	 * Attribute of the process of a rank: the process id of its program for debuggers, once that is known to be another one, because a shell
	 * has started the program.
	 */
	public static final String PROCESS_PROGRAM = "org.pmix4e.program";
	/** The process type of the job: for line trackers, colors and property testers. */
	public static final String PROCESS_TYPE_JOB = "org.pmix4e.job";
	/** The process type of a rank. */
	public static final String PROCESS_TYPE_RANK = "org.pmix4e.rank";

	/**
	 * Code of a status of the plug-in {@link PmixPreferences#NODE}: the program of a launch cannot be started. The delegate asks the
	 * {@link IStatusHandler} that is registered for such a status, on the thread of the launch and with the {@link ILaunch} as source, for a
	 * fix. The handler returns true if it has changed and saved the configuration, and false if the launch is to end without a message.
	 */
	public static final int STATUS_PROGRAM = 501;
	/** As {@link #STATUS_PROGRAM}: another value of the configuration is wrong. */
	public static final int STATUS_CONFIGURATION = 502;
	/** As {@link #STATUS_PROGRAM}: there are fewer slots than ranks. True lets the delegate allow oversubscription and launch anew. */
	public static final int STATUS_OVERSUBSCRIBE = 503;
	/** As {@link #STATUS_PROGRAM}: no debugger is found for the program. True lets the delegate go on without one. */
	public static final int STATUS_DEBUGGER = 504;

	private PmixLaunchConstants() {
	}

	private static String key(JobOption<?> option) {
		return option.key().orElseThrow();
	}
}
