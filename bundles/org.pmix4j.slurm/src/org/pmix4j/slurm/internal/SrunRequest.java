// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.ForeignVariables;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.MpiLibrary;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.Rank;
import org.pmix4j.model.bytes.BytePaths;

/** The command line of srun for a job, and what srun cannot do. Stateless. */
public final class SrunRequest {
	/** Options that the engine follows, or passes on to srun. */
	private static final List<JobOption<?>> HONORED = List.of(AppOptions.RANKS, AppOptions.DIRECTORY, AppOptions.ENVIRONMENT,
			JobOptions.STDIN, JobOptions.CONTINUE, JobOptions.TIMEOUT, JobOptions.KILL_TIMEOUT, JobOptions.MPI, OutputOptions.TAG,
			OutputOptions.TIMESTAMP, OutputOptions.XML, OutputOptions.MERGE, OutputOptions.NO_COPY, OutputOptions.PATTERN,
			OutputOptions.DIRECTORY, OutputOptions.FILE, SpawnOptions.REPORT_SEPARATELY);
	private static final String PLACED = "srun places the ranks; it reads SLURM_DISTRIBUTION and SLURM_CPU_BIND, for instance";
	private static final String CHOSEN = "the ranks run on the nodes of the allocation; name them when you request it: --slurm nodelist=a,b";
	private static final String NO_TOOLS = "the server of srun admits no tools and no debuggers";
	private static final Map<JobOption<?>, String> REASONS = Map.ofEntries(Map.entry(PlacementOptions.HOSTS, CHOSEN),
			Map.entry(PlacementOptions.HOSTFILE, CHOSEN), Map.entry(PlacementOptions.ADD_HOSTS, CHOSEN),
			Map.entry(PlacementOptions.ADD_HOSTFILE, CHOSEN), Map.entry(PlacementOptions.MAP_BY, PLACED),
			Map.entry(PlacementOptions.RANK_BY, PLACED), Map.entry(PlacementOptions.BIND_TO, PLACED), Map.entry(JobOptions.STOP_IN_INIT, NO_TOOLS),
			Map.entry(JobOptions.STOP_IN_APP, NO_TOOLS), Map.entry(JobOptions.STOP_ON_EXEC, NO_TOOLS),
			Map.entry(OutputOptions.RAW, "srun passes on whole lines only"),
			Map.entry(AppOptions.FORWARD_ENVIRONMENT, "srun itself needs the environment that it passes on"));
	/** The variable from which MPICH takes the version of PMI. */
	private static final String PMI_VERSION = "MPIR_CVAR_PMI_VERSION";

	private SrunRequest() {
	}

	/**
	 * {@return a line for each option that srun would not honor: its spelling and the reason}
	 *
	 * @param job the order
	 */
	public static List<String> unsupported(JobSpec job) {
		return job.unsupported(HONORED::contains, option -> REASONS.getOrDefault(option, "srun has no such option"));
	}

	/** Returns the kind of MPI for which srun is to load a plug-in. */
	static String plugin(JobSpec job) {
		MpiLibrary library = job.get(JobOptions.MPI);
		return library == MpiLibrary.NONE ? "none" : library.hasPmix() ? "pmix" : "pmi2";
	}

	/**
	 * Returns the command line.
	 *
	 * @param srun       the program
	 * @param allocation the variables with which Slurm describes it
	 */
	static List<String> words(String srun, JobSpec job, Map<String, String> allocation, RankScript script) {
		int ranks = ranks(job, allocation);
		// a terminal would send Ctrl-C to srun, too
		List<String> words = new ArrayList<>(List.of("setsid", srun, "--label", "--export=ALL", "--chdir=/", "--wait=0", "--overlap",
				// the engine ends the others itself, as it does for its own reasons
				"--kill-on-bad-exit=0", "--ntasks=" + ranks, "--mpi=" + plugin(job),
				"--input=" + input(job), "--jobid=" + allocation.get("SLURM_JOB_ID")));
		if (ranks < count(allocation.getOrDefault("SLURM_JOB_NUM_NODES", ""))) {
			words.add("--nodes=" + ranks);
		}
		List<RankScript.Program> programs = new ArrayList<>();
		for (AppSpec app : job.apps()) {
			List<String> command = new ArrayList<>(List.of(app.program()));
			command.addAll(app.arguments());
			programs.add(new RankScript.Program(job.apps().size() == 1 ? ranks : app.ranks(),
					BytePaths.text(job.directory().resolve(app.directory())), changes(job, app), command));
		}
		words.addAll(script.words(programs));
		return words;
	}

	private static String input(JobSpec job) {
		Rank target = job.get(JobOptions.STDIN);
		return target.equals(Rank.WILDCARD) ? "all" : target.isProcess() ? target.toString() : "none";
	}

	/** Returns the number of ranks; that of the allocation's tasks if the order names none. */
	static int ranks(JobSpec job, Map<String, String> allocation) {
		if (job.apps().size() > 1 || job.apps().get(0).options().isSet(AppOptions.RANKS)) {
			return job.size();
		}
		int slots = slots(allocation).stream().mapToInt(Integer::intValue).sum();
		return slots > 0 ? slots : 1;
	}

	/**
	 * {@return how many tasks Slurm has planned on each node of an allocation; empty if it does not say}
	 *
	 * @param allocation the variables with which Slurm describes it
	 */
	public static List<Integer> slots(Map<String, String> allocation) {
		List<Integer> slots = new ArrayList<>();
		for (String part : allocation.getOrDefault("SLURM_TASKS_PER_NODE", "").split(",")) {
			int times = part.indexOf("(x");
			int tasks = count(times < 0 ? part : part.substring(0, times));
			int nodes = times < 0 ? 1 : count(part.substring(times + 2, part.length() - 1));
			for (int i = 0; i < nodes && tasks > 0; i++) {
				slots.add(tasks);
			}
		}
		return slots;
	}

	private static int count(String text) {
		return text.matches("\\d{1,7}") ? Integer.parseInt(text) : 0;
	}

	/** Returns the changes that a program makes to the environment, as words of env(1). */
	private static List<String> changes(JobSpec job, AppSpec app) {
		Map<String, String> before = ForeignVariables.without(job.environment());
		Map<String, String> after = new TreeMap<>(app.environment().appliedTo(before));
		List<String> words = new ArrayList<>();
		for (String name : new TreeMap<>(before).keySet()) {
			if (!after.containsKey(name)) {
				words.addAll(List.of("-u", name));
			}
		}
		after.forEach((name, value) -> {
			if (!value.equals(before.get(name))) {
				words.add(name + "=" + value);
			}
		});
		return words;
	}

	/** Returns the environment of srun, which the ranks inherit. */
	static Map<String, String> environment(JobSpec job, Map<String, String> allocation) {
		Map<String, String> variables = new HashMap<>(ForeignVariables.without(job.environment()));
		variables.putAll(allocation);
		MpiLibrary library = job.get(JobOptions.MPI);
		if (library == MpiLibrary.PMI1 || library == MpiLibrary.PMI2) {
			variables.putIfAbsent(PMI_VERSION, library.name().toLowerCase(Locale.ROOT).substring("pmi".length()));
		}
		return variables;
	}
}
