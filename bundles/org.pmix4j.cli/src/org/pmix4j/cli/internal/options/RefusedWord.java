// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An option of prterun, mpirun or mpiexec.hydra that this launcher refuses.
 *
 * @param word   the word
 * @param labels what help of the other launchers calls its values
 * @param reason why it is refused, and what to do instead
 * @see "PRRTE 3.0.8, prterun --help; Open MPI 4.1, mpirun(1); Open MPI 5, schizo_ompi.c of its PRRTE; MPICH 4.0.2, mpiexec.hydra
 *      -help"
 */
record RefusedWord(String word, List<String> labels, String reason) implements CommandWord {
	private static final String NO_DAEMONS = "no daemons run on other nodes";

	/** Returns the refused option that begins with a word. */
	static Optional<RefusedWord> find(String word) {
		for (RefusedWord each : all()) {
			if (each.word.equals(word)) {
				return Optional.of(each);
			}
		}
		return Optional.empty();
	}

	/** Returns all of them. */
	static List<RefusedWord> all() {
		List<RefusedWord> all = new ArrayList<>();
		add(all, "--xterm", "ranks cannot have their own terminals; use --output file=NAME", "RANKS");
		add(all, "--debug-daemons", NO_DAEMONS);
		add(all, "--debug-daemons-file", NO_DAEMONS);
		add(all, "--leave-session-attached", NO_DAEMONS);
		add(all, "--launch-agent", NO_DAEMONS, "COMMAND");
		add(all, "--max-vm-size", NO_DAEMONS, "N");
		add(all, "--set-sid", NO_DAEMONS);
		add(all, "--keepalive", "the launcher ends with its job", "PIPE");
		add(all, "--singleton", "a process that was not launched cannot become a rank", "ID");
		add(all, "--verbose", "use --display and --report-state"); // of other commands than run
		add(all, "-v", "use --display and --report-state");
		add(all, "--debug", "use --stop-in-init, and attach the debugger to the launcher");
		add(all, "--dvm", "use 'pmix4j submit' to run a job in a server that stays", "SERVER");
		add(all, "--novm", NO_DAEMONS);
		add(all, "--activate", "it starts daemons on allocated nodes of an elastic DVM, but " + NO_DAEMONS, "NODES");
		add(all, "--fwd-mpirun-port", NO_DAEMONS);
		add(all, "--enable-instant-on-support", "no fabric is set up before the ranks start");
		add(all, "--do-not-resolve", "no addresses of other nodes are needed");
		add(all, "--use-regexp", "lists of nodes and ranks are always compressed");
		add(all, "--hnp", "use 'pmix4j submit' to run a job in a server that stays", "URI");
		add(all, "--staged", "a job starts with all its ranks or not at all");
		add(all, "--display-diffable-map", "use --display map");
		add(all, "--diffable-map", "use --display map");
		add(all, "--debug-devel", "use --report-state and --display map-devel");
		add(all, "-d", "use --report-state and --display map-devel");
		add(all, "--report-events", "use 'pmix4j event' to follow events", "URI");
		add(all, "--xml-file", "use --output xml and redirect standard output, or --output xml,file=NAME", "FILE");
		add(all, "--cartofile", "the hardware is described by the kernel", "FILE");
		add(all, "-cf", "the hardware is described by the kernel", "FILE");
		add(all, "--server-wait-time", "the launcher itself keeps published names", "SECONDS");
		add(all, "--wait-for-server", "the launcher itself keeps published names");
		add(all, "--arch", "all ranks run on this machine", "ARCHITECTURE");
		add(all, "--file", "use --app FILE, whose lines are programs with their options", "FILE");
		add(all, "-genvnone", "use --fwd-environment false");
		add(all, "-envnone", "use --fwd-environment false for all programs, or 'env -i' in front of this one");
		add(all, "-print-all-exitcodes", "use --display and --report-state; the last line names the rank that failed first");
		add(all, "-prepend-pattern", "use --tag=KIND and --timestamp", "PATTERN");
		add(all, "-output-from", "use --tag=rank, and filter", "RANK");
		add(all, "-rankmap", "use --map-by, or a rank file: --rankfile FILE", "NODES");
		add(all, "-order-nodes", "nodes are used in their order", "ORDER");
		add(all, "-skip-launch-node", "use --nolocal");
		add(all, "-membind", "use --bind-to; memory comes from where a rank first touches it", "POLICY");
		add(all, "-topolib", "the hardware is described by the kernel", "NAME");
		add(all, "-gpus-per-proc", "nothing here depends on GPUs; set CUDA_VISIBLE_DEVICES for each program with -x", "N");
		add(all, "-info", "use 'pmix4j info'");
		add(all, "-pmi-port", "ranks find PMI_PORT anyway; see --mpi");
		add(all, "-demux", "the launcher has one way to read output", "NAME");
		add(all, "-launcher-exec", NO_DAEMONS, "FILE");
		add(all, "-enable-x", NO_DAEMONS);
		add(all, "-disable-x", NO_DAEMONS);
		add(all, "-localhost", NO_DAEMONS, "NAME");
		add(all, "-hybrid-hosts", NO_DAEMONS);
		add(all, "-nameserver", "the launcher itself keeps published names", "ADDRESS");
		add(all, "-disable-hostname-propagation", "ranks get no host name");
		add(all, "-profile", "use --report-state, and 'pmix4j dump'");
		add(all, "-usize", "the universe size is the number of slots: use --host NODE:SLOTS", "SIZE");
		add(all, "-iface", "use --mca or the variables of your library, such as UCX_NET_DEVICES", "INTERFACE");
		add(all, "-launcher", NO_DAEMONS, "NAME");
		add(all, "-rmk", "an allocation of a scheduler is found by its variables", "NAME");
		add(all, "-disable-auto-cleanup", "use --continue");
		add(all, "-outfile-pattern", "use --output file=NAME,pattern", "PATTERN");
		add(all, "-errfile-pattern", "use --output file=NAME,pattern", "PATTERN");
		add(all, "--memory-alloc-kinds", "kinds of memory cannot be chosen", "KINDS");
		add(all, "--gpu-support", "nothing here depends on GPUs; set the parameters of your library with --mca", "BOOL");
		add(all, "--stream-buffering", "use --raw or --no-pty, or stdbuf(1)", "KIND");
		add(all, "--ompi-server", "the launcher itself keeps published names", "SERVER");
		add(all, "--tv", "attach the debugger to the launcher; see --stop-in-init");
		add(all, "--debugger", "attach the debugger to the launcher; see --stop-in-init", "NAMES");
		add(all, "--with-ft", "use --enable-recovery, and --mca mpi_ft_enable 1 for Open MPI", "KIND");
		add(all, "--initial-errhandler", "use --mca mpi_initial_errhandler NAME", "NAME");
		add(all, "--display-comm", "use --mca ompi_display_comm mpi_init");
		add(all, "--display-comm-finalize", "use --mca ompi_display_comm mpi_finalize");
		add(all, "--parseable", "use --display WORDS:parseable");
		add(all, "--parsable", "use --display WORDS:parseable");
		add(all, "--soft", "a job starts with all its ranks or not at all");
		add(all, "--quiet", "messages cannot be turned off; send standard error elsewhere");
		add(all, "-q", "messages cannot be turned off; send standard error elsewhere");
		return all;
	}

	private static void add(List<RefusedWord> all, String word, String reason, String... labels) {
		all.add(new RefusedWord(word, List.of(labels), reason));
	}

	@Override
	public void read(Reading reading, String given, List<String> values) {
		throw new IllegalArgumentException("option " + given + " is not supported: " + reason);
	}
}
