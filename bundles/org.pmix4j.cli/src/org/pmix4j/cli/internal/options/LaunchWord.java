// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.job.options.OptionGroup;

/** Options that exist on the command line alone: they say how to read the rest of it, or stand for several options of a job. */
public enum LaunchWord implements LineWord {
	/** Shows help. */
	HELP(List.of("--help", "-h"), List.of("TOPIC"), OptionGroup.LAUNCH, false, "Show help about a group, an option, or all; then exit."),
	/** Shows the version. */
	VERSION(List.of("--version", "-V"), List.of(), OptionGroup.LAUNCH, false, "Show the version, and exit."),
	/** Reads the programs from a file. */
	APP_FILE(List.of("--app", "--configfile"), List.of("FILE"), OptionGroup.LAUNCH, false,
			"Read the programs from that file. Each line has the words of one program, as between two ':'."),
	/** Reads a whole job from a launch configuration of Eclipse. */
	LAUNCH_FILE(List.of("--launch-file"), List.of("FILE"), OptionGroup.LAUNCH, false,
			"Run the PMIx job of that launch configuration of Eclipse (.launch). Other options take precedence over its own."),
	/** The hostfile for want of another one. */
	DEFAULT_HOSTFILE(List.of("--default-hostfile"), List.of("FILE"), OptionGroup.PLACEMENT, false,
			"Use that hostfile for programs without --hostfile and --host."),
	/** Where the ranks run. */
	ENGINE(List.of("--engine"), List.of("ENGINE"),
			"Run the job on that engine: 'local', this machine; 'prrte', the nodes of --host, --hostfile or the allocation, through"
					+ " daemons of PRRTE that end with the job; 'prrte:WHERE', a DVM that runs, with its address,"
					+ " file:PATH that holds it, its process id or its namespace; 'local:WHERE', such a PMIx4J server; 'slurm', the allocation of"
					+ " Slurm that this command is in, or one of the job's own; 'slurm:srun', the same by srun, without PRRTE."
					+ " Default: prrte if other machines are named, slurm in an allocation"
					+ " of several nodes, else local."
					+ " 'pmix4j engines' lists them.",
			OptionGroup.PLACEMENT, CommandUse.RUN),
	/** Where the jobs of a server run. */
	SERVER_ENGINE(List.of("--engine"), List.of("ENGINE"),
			"Run jobs on that engine: 'local', this machine (default); 'prrte', the nodes of --host, --hostfile or the allocation, through"
					+ " daemons of PRRTE; 'slurm', the allocation of Slurm that this command is in, or one of its own, through the same.",
			OptionGroup.PLACEMENT, CommandUse.SERVER),
	/** The allocation. */
	SLURM(List.of("--slurm"), List.of("OPTIONS"),
			"Request an allocation with these long options of salloc, for the engines slurm and slurm:srun:"
					+ " partition=P,time=10,nodes=3. May be repeated.",
			OptionGroup.PLACEMENT, CommandUse.RUN, CommandUse.SERVER),
	/** Says what the launcher decides. */
	VERBOSE(List.of("--verbose"), List.of(), "Say on which engine the job runs, and why.", OptionGroup.PLACEMENT, CommandUse.RUN),
	/** The number of ranks on each node, as for mpiexec.hydra. */
	RANKS_PER_NODE(List.of("-ppn", "-perhost"), List.of("N"), OptionGroup.PLACEMENT, false,
			"As for mpiexec.hydra: fill the nodes with N ranks each. As --map-by ppr:N:node, and as N slots of each node of -hosts and -f."),
	/** The nodes, as for mpiexec.hydra. */
	NODES(List.of("-hosts"), List.of("NODE[:N],..."), OptionGroup.PLACEMENT, false,
			"As for mpiexec.hydra: fill these nodes with N ranks each, or one; then begin again at the first."),
	/** A file of nodes, as for mpiexec.hydra. */
	NODE_FILE(List.of("-f"), List.of("FILE"), OptionGroup.PLACEMENT, false,
			"As -hosts, with the nodes of a file for mpiexec.hydra: a line is NODE or NODE:N."),
	/** Sets a variable for all programs, as for mpiexec.hydra. */
	GLOBAL_ENV(List.of("-genv"), List.of("NAME", "VALUE"), OptionGroup.ENVIRONMENT, false,
			"As for mpiexec.hydra: set that variable for all programs. NAME=VALUE is one word."),
	/** Passes variables on to all programs, as for mpiexec.hydra. */
	GLOBAL_ENV_LIST(List.of("-genvlist"), List.of("NAMES"), OptionGroup.ENVIRONMENT, false,
			"As for mpiexec.hydra: pass these variables on, separated by commas. Ranks inherit all others, too."),
	/** Sets a variable for a program, as for mpiexec.hydra. */
	ENV(List.of("-env"), List.of("NAME", "VALUE"), OptionGroup.ENVIRONMENT, true,
			"As for mpiexec.hydra: set that variable for the program. NAME=VALUE is one word."),
	/** Passes variables on to a program, as for mpiexec.hydra. */
	ENV_LIST(List.of("-envlist"), List.of("NAMES"), OptionGroup.ENVIRONMENT, true, "As -genvlist, for the program."),
	/** Passes all variables on, as this launcher does anyway. */
	ENV_ALL(List.of("-envall", "-genvall"), List.of(), OptionGroup.ENVIRONMENT, true,
			"As for mpiexec.hydra: ranks inherit all variables anyway."),
	/** The directory of the program. */
	PATH(List.of("--path"), List.of("DIR"), OptionGroup.LAUNCH, true, "Run the program of that directory."),
	/** Sets parameters of the Modular Component Architecture for all programs. */
	GLOBAL_MCA(List.of("--gmca", "--gomca"), List.of("KEY", "VALUE"), OptionGroup.ENVIRONMENT, false, "As --mca, for all programs."),
	/** Sets parameters of the C library for all programs. */
	GLOBAL_PMIX_MCA(List.of("--gpmixmca"), List.of("KEY", "VALUE"), OptionGroup.ENVIRONMENT, false, "As --pmixmca, for all programs."),
	/** Sets parameters of PRRTE. */
	PRTE_MCA(List.of("--prtemca"), List.of("KEY", "VALUE"), OptionGroup.ENVIRONMENT, false,
			"For scripts that were written for prterun: with the key odls_base_sigkill_timeout as --kill-timeout; other keys are refused."),
	/** Reads parameters of the Modular Component Architecture from files. */
	TUNE(List.of("--tune", "--am", "--amca"), List.of("FILES"), OptionGroup.ENVIRONMENT, false,
			"Read parameters from these files: a line is KEY = VALUE, or has words such as --mca KEY VALUE and -x NAME=VALUE."),
	/** Further signals that are forwarded to the ranks, beyond the usual ones. */
	FORWARD_SIGNALS(List.of("--forward-signals"), List.of("LIST"), "Forward these signals to the ranks in addition to TSTP, CONT, USR1, USR2,"
			+ " ABRT and ALRM: names or numbers, separated by commas. 'none': forward no signal.", CommandUse.RUN, CommandUse.SUBMIT),
	/** Asks for what this launcher does anyway. */
	FULFILLED(List.of("--allow-run-as-root", "--noprefix"), List.of(), OptionGroup.LAUNCH,
			"Allowed for scripts that were written for prterun; this launcher does so anyway.",
			Set.of(CommandUse.RUN, CommandUse.SUBMIT, CommandUse.SERVER)),
	/** Keeps a server from saying that it is ready; launchers do not say so in any case. */
	NO_READY_MESSAGE(List.of("--no-ready-msg"), List.of(), OptionGroup.LAUNCH, "Do not say that the server is ready.",
			Set.of(CommandUse.RUN, CommandUse.SUBMIT, CommandUse.SERVER)),
	/** The address of the server. */
	URI(List.of("--dvm-uri", "--uri"), List.of("URI"), "Use the server with that address, or file:PATH that holds it.", CommandUse.ATTACHING),
	/** The process of the server. */
	PID(List.of("--pid"), List.of("PID"), "Use the server with that process id, or file:PATH that holds it.", CommandUse.ATTACHING),
	/** The namespace of the server. */
	NAMESPACE(List.of("--namespace"), List.of("NAME"), "Use the server with that namespace.", CommandUse.ATTACHING),
	/** The system server, and no other. */
	SYSTEM_ONLY(List.of("--system-server-only"), List.of(), "Use the system server.", CommandUse.ATTACHING),
	/** The system server, or another. */
	SYSTEM_FIRST(List.of("--system-server-first"), List.of(), "Use the system server, or another one if there is none.", CommandUse.ATTACHING),
	/** The time to wait for a server. */
	WAIT(List.of("--wait-to-connect"), List.of("SECONDS"), "Wait that long for a server that has not started yet.", CommandUse.ATTACHING),
	/** The number of searches for a server. */
	RETRIES(List.of("--num-connect-retries"), List.of("COUNT"),
			"Wait that many seconds for a server that has not started yet. As --wait-to-connect; for scripts that were written for pps or prun.",
			CommandUse.ATTACHING),
	/** Kills running jobs immediately. */
	FORCE(List.of("--force"), List.of(), "Kill running jobs instead of ending them in order.", CommandUse.STOP),
	/** The time to wait for the end of the server. */
	END_TIMEOUT(List.of("--end-timeout"), List.of("SECONDS"), "Give up if the server has not ended after that time. Default: as long as its"
			+ " jobs may take to end, and 20 seconds more.", CommandUse.STOP),
	/** Moves the server to the background. */
	DAEMONIZE(List.of("--daemonize"), List.of(), "Run in the background; the command returns when the server is ready.", CommandUse.SERVER),
	/** The roles of the server. */
	ROLE(List.of("--role"), List.of("ROLES"), "Be the server of these roles: session, system, scheduler, controller. Default: session.",
			CommandUse.SERVER),
	/** The file or descriptor for the process id. */
	REPORT_PID(List.of("--report-pid"), List.of("WHERE"), "Write the process id to '-' (standard output), '+' (standard error), an"
			+ " open file descriptor, or a file, which is removed at the end.", CommandUse.SERVER, CommandUse.RUN, CommandUse.SUBMIT),
	/** The time that the server stays without a job. */
	IDLE(List.of("--idle-timeout"), List.of("SECONDS"), "End after that time without a job. Default: never.", CommandUse.SERVER),
	/** The file for messages of a server in the background. */
	LOG(List.of("--log"), List.of("FILE"), "Write messages of a server in the background to that file. Default: a new file in the directory"
			+ " for temporary files.", CommandUse.SERVER);

	private final WordDescription description;

	LaunchWord(List<String> words, List<String> labels, OptionGroup group, boolean ofProgram, String text) {
		this(words, labels, group, text,
				ofProgram ? EnumSet.of(CommandUse.RUN, CommandUse.SUBMIT, CommandUse.PROGRAM) : EnumSet.of(CommandUse.RUN, CommandUse.SUBMIT));
	}

	LaunchWord(List<String> words, List<String> labels, String text, OptionGroup group, CommandUse... uses) {
		this(words, labels, group, text, Set.of(uses));
	}

	LaunchWord(List<String> words, List<String> labels, String text, CommandUse... uses) {
		this(words, labels, text, Set.of(uses));
	}

	LaunchWord(List<String> words, List<String> labels, String text, Set<CommandUse> uses) {
		this(words, labels, OptionGroup.SERVER, text, uses);
	}

	LaunchWord(List<String> words, List<String> labels, OptionGroup group, String text, Set<CommandUse> uses) {
		description = new WordDescription(words, labels, group, text, uses);
	}

	@Override
	public WordDescription description() {
		return description;
	}

	/** NAME=VALUE is one word. */
	@Override
	public List<String> labels(String next) {
		return (this == GLOBAL_ENV || this == ENV) && next.indexOf('=') > 0 ? List.of("NAME=VALUE") : labels();
	}

	/** All but programs have help and version. */
	@Override
	public boolean isOf(CommandUse use) {
		return LineWord.super.isOf(use) || (this == HELP || this == VERSION) && use != CommandUse.PROGRAM;
	}

	@Override
	public boolean isRepeatable() {
		return switch (this) {
			case GLOBAL_MCA, GLOBAL_PMIX_MCA, PRTE_MCA, TUNE, SLURM, GLOBAL_ENV, GLOBAL_ENV_LIST, ENV, ENV_LIST -> true;
			default -> false;
		};
	}

	@Override
	public boolean mayLackValue() {
		return this == HELP;
	}

	@Override
	public boolean takes(String next) {
		return true;
	}
}
