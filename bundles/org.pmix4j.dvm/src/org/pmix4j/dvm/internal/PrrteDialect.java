// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.pmix4j.client.IofOutput;
import org.pmix4j.client.SpawnFailedException;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.ForeignVariables;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OptionSource;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.bytes.BytePaths;

/**
 * A DVM of PRRTE 3.0 or later, or another server that knows only the Standard. It starts, places and ends processes; output is formatted,
 * input cut and the time limit kept here, as its own ways to do so lose output, lose input, and report success.
 */
public final class PrrteDialect implements ServerDialect {
	/** A remote rank loses input that comes in larger pieces. */
	private static final int PIECE = 4096;

	/** Options that apply to the whole job there, although each program has its own here. */
	static final List<JobOption<?>> OF_JOB = List.of(PlacementOptions.MAP_BY, PlacementOptions.RANK_BY, PlacementOptions.BIND_TO,
			PlacementOptions.PER_RESOURCE_COUNT, PlacementOptions.CPUS_PER_RANK, PlacementOptions.CPU_LIST, PlacementOptions.NO_OVERSUBSCRIBE,
			PlacementOptions.NOT_ON_HEAD);
	/** Options that this engine follows itself, so that the server does not see them. */
	static final List<JobOption<?>> HERE = List.of(OutputOptions.TAG, OutputOptions.TIMESTAMP, OutputOptions.XML, OutputOptions.MERGE,
			OutputOptions.RAW, OutputOptions.NO_COPY, OutputOptions.PATTERN, OutputOptions.DIRECTORY, OutputOptions.FILE, JobOptions.TIMEOUT,
			AppOptions.FORWARD_ENVIRONMENT, SpawnOptions.REPORT_SEPARATELY);
	/** Options that the server follows. */
	private static final List<JobOption<?>> THERE = List.of(AppOptions.RANKS, AppOptions.DIRECTORY, AppOptions.ENVIRONMENT, AppOptions.PSET,
			PlacementOptions.HOSTS, PlacementOptions.ADD_HOSTS, PlacementOptions.HOSTFILE, PlacementOptions.ADD_HOSTFILE, JobOptions.STDIN,
			JobOptions.CONTINUE, JobOptions.STOP_IN_INIT, JobOptions.STOP_IN_APP, JobOptions.BREAKPOINT, JobOptions.STOP_ON_EXEC,
			JobOptions.DO_NOT_LAUNCH, JobOptions.PERSONALITY, JobOptions.NON_ZERO_IS_FAILURE, ReportOptions.MAP, ReportOptions.DETAILED_MAP,
			ReportOptions.ALLOCATION, ReportOptions.BINDINGS, ReportOptions.PARSEABLE, ReportOptions.TOPOLOGY, SpawnOptions.TOOLS);
	/** The stops for a debugger, which the server knows by the attributes of the Standard only. */
	private static final Map<JobOption<Boolean>, Attribute<PmixValue>> STOPS = Map.of(
			JobOptions.STOP_IN_INIT, DebuggerAttributes.DEBUG_STOP_IN_INIT, JobOptions.STOP_IN_APP, DebuggerAttributes.DEBUG_STOP_IN_APP,
			JobOptions.STOP_ON_EXEC, DebuggerAttributes.DEBUG_STOP_ON_EXEC);
	/** Reasons for some refusals; the others are simply unknown to PRRTE. */
	private static final Map<JobOption<?>, String> REASONS = Map.of(
			AppOptions.PRELOAD_BINARY, "it ends PRRTE's daemons", AppOptions.PRELOAD_FILES, "PRRTE preloads no files",
			AppOptions.SESSION_DIRECTORY, "it ends PRRTE's daemons", JobOptions.FILE_MODE_MASK, "ranks have the mask of PRRTE's daemons",
			JobOptions.KILL_TIMEOUT, "PRRTE has its own time between TERM and KILL",
			AppOptions.PREFIX, "for PRRTE it is the place of its daemons");

	@Override
	public Set<EngineCapability> capabilities() {
		return EnumSet.of(EngineCapability.INPUT, EngineCapability.SIGNALS, EngineCapability.DEBUGGER_STOPS);
	}

	@Override
	public List<String> unsupported(JobSpec job) {
		List<String> lines = new ArrayList<>(job.unsupported(option -> OF_JOB.contains(option) || HERE.contains(option) || THERE.contains(option),
				option -> REASONS.getOrDefault(option, "PRRTE has no such option")));
		for (JobOption<?> option : OF_JOB) {
			if (job.apps().stream().skip(1).anyMatch(app -> app.options().isSet(option))) {
				lines.add(OptionSource.COMMAND_LINE.name(option) + " of another program than the first: PRRTE places all programs of a job alike");
			}
		}
		return lines.stream().distinct().toList();
	}

	@Override
	public Submission submission(JobSpec job) {
		OptionValues values = job.options();
		for (JobOption<?> option : HERE) {
			values = values.without(option);
		}
		for (JobOption<?> option : STOPS.keySet()) {
			values = values.without(option);
		}
		for (JobOption<?> option : OF_JOB) {
			values = moved(option, job.apps().get(0).options(), values);
		}
		Infos infos = OptionTable.write(values).with(IofAttributes.FWD_STDOUT, true).with(IofAttributes.FWD_STDERR, true)
				.with(SpawnAttributes.NOTIFY_COMPLETION, true);
		for (Map.Entry<JobOption<Boolean>, Attribute<PmixValue>> stop : STOPS.entrySet()) {
			if (job.get(stop.getKey())) {
				infos = infos.with(stop.getValue(), new PmixValue.Bool(true));
			}
		}
		if (!job.get(JobOptions.STDIN).equals(Rank.INVALID)) {
			infos = infos.with(IofAttributes.FWD_STDIN, true);
		}
		return new Submission(infos, job.apps().stream().map(app -> app(job, app)).toList());
	}

	private static <T> OptionValues moved(JobOption<T> option, OptionValues from, OptionValues to) {
		return from.isSet(option) ? to.with(option, from.get(option)) : to;
	}

	private static App app(JobSpec job, AppSpec app) {
		List<String> argv = new ArrayList<>(List.of(app.program()));
		argv.addAll(app.arguments());
		OptionValues options = app.options().without(AppOptions.RANKS).without(AppOptions.DIRECTORY);
		for (JobOption<String> file : List.of(PlacementOptions.HOSTFILE, PlacementOptions.ADD_HOSTFILE)) {
			if (options.isSet(file)) {
				// a server that stays has another directory
				options = options.with(file, absolute(job, options.get(file)));
			}
		}
		for (JobOption<?> option : OF_JOB) {
			options = options.without(option);
		}
		Infos infos = OptionTable.write(options);
		if (app.options().isSet(AppOptions.DIRECTORY)) {
			// without it the ranks run elsewhere if the directory is missing
			infos = infos.with(SpawnAttributes.WDIR_USER_SPECIFIED, true);
		}
		// zero lets the server count the slots
		int ranks = app.options().isSet(AppOptions.RANKS) ? app.ranks() : 0;
		return new App(app.program(), argv, environment(job), BytePaths.text(job.directory().resolve(app.directory())), ranks, infos);
	}

	private static String absolute(JobSpec job, String files) {
		return Arrays.stream(files.split(",")).map(file -> BytePaths.text(job.directory().resolve(BytePaths.of(file))))
				.collect(Collectors.joining(","));
	}

	private static List<String> environment(JobSpec job) {
		Map<String, String> variables = new TreeMap<>(AppOptions.inherited(job.options(), ForeignVariables.without(job.environment())));
		// any value makes Open MPI 4.1 believe in a PMIx server; without it each rank is a separate job
		variables.put("JSM_JSRUN_PORT", "0");
		return variables.entrySet().stream().map(each -> each.getKey() + "=" + each.getValue()).toList();
	}

	@Override
	public Optional<Query> stops(String nspace) {
		return Optional.empty();
	}

	@Override
	public boolean isComplete() {
		return false;
	}

	@Override
	public int inputPiece() {
		return PIECE;
	}

	/** Returns the order to kill, which begins with SIGTERM; the order to terminate is ignored for a job. */
	@Override
	public Info termination() {
		return Info.of(JobControlAttributes.JOB_CTRL_KILL, true);
	}

	@Override
	public Info interruption() {
		return termination();
	}

	@Override
	public String afterLoss() {
		return "its processes may still run";
	}

	@Override
	public Optional<JobOutcome> outcome(IofOutput output) {
		return Optional.empty();
	}

	/** PRRTE replies with an error if a rank of the job has failed already; the event of its end follows. */
	@Override
	public Optional<String> begunAnyhow(PmixException failure) {
		return failure instanceof SpawnFailedException known && known.status().equals(Status.ERROR) && !known.nspace().isEmpty()
				? Optional.of(known.nspace())
				: Optional.empty();
	}

	@Override
	public Query listing() {
		return Inspection.namespaces();
	}

	@Override
	public Optional<Query> waits(String nspace) {
		return Optional.empty();
	}

	@Override
	public Optional<Query> storedValues(Proc proc, int most) {
		return Optional.empty();
	}

	@Override
	public Optional<Query> description(String nspace) {
		return Optional.empty();
	}

	@Override
	public Optional<String> nodesOf(Proc server) {
		return Optional.of(server.nspace());
	}
}
