// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.host.internal.plan.ChildEnvironment;
import org.pmix4j.host.internal.plan.JobData;
import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.plan.JobPlanner;
import org.pmix4j.host.internal.plan.PmiPersonality;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.session.SessionNode;
import org.pmix4j.host.internal.streams.InputPump;
import org.pmix4j.host.internal.streams.OutputPump;
import org.pmix4j.host.internal.streams.OutputRelay;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.host.internal.thread.Slices;
import org.pmix4j.job.RankState;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.Rank;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.placement.internal.mapping.JobMap;
import org.pmix4j.placement.internal.mapping.MapSummary;
import org.pmix4j.process.internal.cleanup.Marker;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnException;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.process.internal.process.StdinFeed;

/**
 * Carries a job out: registers it with the server, creates its directories, starts and ends its processes, moves its output and input,
 * and cleans up. Owned by a {@link JobController}, used on the host's thread.
 */
final class JobStarter {
	/** The limit for answers of the server: a server that does not answer must not keep a job from its end. */
	private static final Duration SERVER_LIMIT = Duration.ofSeconds(10);
	/** The limit for the end of a source of input. */
	private static final Duration INPUT_LIMIT = Duration.ofSeconds(1);
	/** The shortened time between TERM and KILL for a user in a hurry. */
	private static final Duration MOMENT = Duration.ofMillis(250);
	/** The limit for each rank of a large job, whose registration and directories take longer than that. */
	private static final Duration RANK_LIMIT = Duration.ofMillis(50);
	private static final JobFailure ENDED_BEFORE = JobFailure.notLaunched("it was ended before");

	private final HostContext host;
	private final LaunchListener listener;
	private final ExecStop execStop;
	private final JobTerminals terminals;
	private final JobPlan plan;
	private final List<RankRun> ranks;
	private final Set<RankRun> vacated = new HashSet<>();
	private final StartQueue starts;
	private final OutputPump output;
	private Optional<ChildEnvironment> environment = Optional.empty();
	private Optional<InputPump> input = Optional.empty();
	/** When the time between TERM and KILL ends; empty if no end was ordered. */
	private Optional<Long> patience = Optional.empty();
	private CompletableFuture<Void> processTable = CompletableFuture.completedFuture(null);

	JobStarter(HostContext host, JobPlan plan, List<RankRun> ranks, JobRelations ties, ExecStop execStop, JobTerminals terminals,
			LaunchListener listener) {
		this.host = host;
		this.listener = listener;
		this.execStop = execStop;
		this.terminals = terminals;
		this.plan = plan;
		this.ranks = ranks;
		starts = new StartQueue(host.thread(), listener, this::spawn, rank -> listener.rankNotStarted(rank, ENDED_BEFORE));
		output = new OutputPump(plan.nspace(), plan.spec().output(), ties.writers(plan.size()), ties.sink(),
				OutputRelay.through(host.server()),
				new OutputPump.Place(plan.spec().directory(), plan.fileModes(), proc -> plan.map().ranks().get(proc.rank().value()).node().name()),
				reason -> host.thread().execute(() -> listener.outputLost(reason)));
	}

	/**
	 * Registers the ranks with the server, unless the job is only mapped; {@link LaunchListener#registered} follows when that is done and
	 * the preparation is.
	 */
	void register(List<CompletableFuture<Void>> preparation) {
		assert host.thread().inThread();
		if (plan.spec().get(JobOptions.DO_NOT_LAUNCH)) {
			listener.registered(Optional.empty());
			return;
		}
		List<CompletableFuture<Void>> answers = new ArrayList<>(preparation);
		Slices.drain(host.thread(), new ArrayDeque<>(ranks),
				rank -> answers.add(host.server().registerClient(rank.proc(), host.user().uid(), host.user().gid(), rank)),
				() -> registered(answers));
	}

	private void registered(List<CompletableFuture<Void>> answers) {
		host.thread().whenDone(host.thread().within(limit(), CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))),
				(done, problem) -> listener.registered(Optional.ofNullable(problem).map(JobStarter::reason)));
	}

	private Duration limit() {
		Duration byRanks = RANK_LIMIT.multipliedBy(plan.size());
		return byRanks.compareTo(SERVER_LIMIT) > 0 ? byRanks : SERVER_LIMIT;
	}

	/** Starts all ranks; {@link LaunchListener#rankStarted} or {@link LaunchListener#rankNotStarted} follows for each. */
	void spawn() {
		assert host.thread().inThread();
		host.topology().jobStarts(plan.size());
		try {
			environment = Optional.of(new ChildEnvironment(plan, PmiPersonality.open(plan, host)));
		} catch (IOException e) {
			// the queue then drops all ranks
			listener.end(JobFailure.notLaunched("PMI is not available: " + e.getMessage()));
		}
		starts.add(ranks);
	}

	private void spawn(RankRun rank) {
		rank.writesTo(output);
		host.thread().whenDone(start(rank), (child, problem) -> {
			starts.over();
			if (problem == null) {
				listener.rankStarted(rank, child);
			} else {
				listener.rankNotStarted(rank, failure(problem));
			}
		});
	}

	private CompletionStage<ChildProcess> start(RankRun rank) {
		try {
			return rank.agent().spawn(spawnSpec(rank), output.rank(rank.proc(), rank.node().name())).thenApply(child -> {
				rank.launched(child);
				return child;
			});
		} catch (IllegalArgumentException e) {
			// texts of a program that uses the API, which the kernel cannot express
			return CompletableFuture.failedFuture(e);
		}
	}

	/** Registers a rank that has ended once more and starts it; the same calls of the listener follow as after {@link #spawn()}. */
	void spawnAgain(RankRun rank) {
		assert host.thread().inThread();
		CompletableFuture<Void> known = host.server().registerNamespace(plan.nspace(), plan.size(), JobData.again(rank.proc(), rank.restarts()));
		CompletableFuture<Void> expected = host.server().registerClient(rank.proc(), host.user().uid(), host.user().gid(), rank);
		host.thread().whenDone(host.thread().within(SERVER_LIMIT, CompletableFuture.allOf(known, expected)), (done, problem) -> {
			if (problem == null) {
				starts.add(List.of(rank));
			} else {
				listener.rankNotStarted(rank, JobFailure.notLaunched(reason(problem)));
			}
		});
	}

	private SpawnSpec spawnSpec(RankRun rank) {
		JobPlan.FoundApp app = plan.app(rank.placement());
		Program program = plan.spec().get(JobOptions.INDEX_ARGV) ? app.program().indexed(rank.placement().rank()) : app.program();
		boolean stops = execStop.stops(rank);
		SpawnSpec spec = SpawnSpec.of(stops ? ExecStop.program() : program, stops ? ExecStop.arguments(app) : app.arguments(),
				environment.orElseThrow().of(rank.placement(), rank.restarts(), variablesOfServer(rank)), app.directory())
				.withMark(Namespaces.marker(plan.nspace()).limit());
		Optional<SpawnSpec.InheritedSocket> socket = environment.orElseThrow().socket(rank.placement());
		if (socket.isPresent()) {
			spec = spec.withSocket(socket.get());
		}
		CpuSet cpuset = rank.placement().cpuset();
		if (!cpuset.list().isEmpty()) {
			spec = spec.withBinding(new SpawnSpec.Binding(cpuset.numbers(), plan.map().isBindingRequired()));
		}
		if (plan.fileModes().mask().isPresent()) {
			spec = spec.withFileModeMask(plan.fileModes().mask().getAsInt());
		}
		if (plan.spec().get(OutputOptions.MERGE)) {
			spec = spec.withMergedOutput();
		}
		SpawnSpec shown = plan.spec().get(OutputOptions.NO_PTY) ? spec : spec.withTerminal(terminals.window());
		return readsInput(rank) ? shown.withStdin() : shown;
	}

	/** A job that does not use PMIx does not learn of the server. */
	private Map<String, String> variablesOfServer(RankRun rank) {
		return plan.spec().get(JobOptions.MPI).hasPmix() ? host.server().environment(rank.proc()) : Map.of();
	}

	/** A rank that is started again reads nothing, unless a process pushes input: what its predecessor has read is gone. */
	private boolean readsInput(RankRun rank) {
		if (rank.restarts() > 0 && !plan.spec().stdin().isPushed()) {
			return false;
		}
		Rank target = plan.spec().stdin().target();
		return target.equals(Rank.WILDCARD) || target.equals(rank.proc().rank());
	}

	/** Reports the table of processes if the job wants it, and begins to read standard input; all ranks run. */
	void allRun(JobNotifier news) {
		assert host.thread().inThread();
		processTable = ProcessTable.report(host.thread(), plan, ranks, news);
		feedInput();
	}

	/** Begins to read standard input, if a rank is to get it. */
	private void feedInput() {
		List<StdinFeed> feeds = ranks.stream().filter(this::readsInput).flatMap(rank -> rank.child().stream()).map(ChildProcess::stdin)
				.toList();
		StdinSpec stdin = plan.spec().stdin();
		if (!feeds.isEmpty() && !stdin.isPushed()) {
			try {
				input = Optional.of(InputPump.start(plan.nspace(), stdin.source(), feeds));
			} catch (OutOfMemoryError e) {
				// the system allows no further thread: that concerns this job alone
				listener.end(JobFailure.inputLost(reason(e)));
			}
		}
	}

	/** Ends the standard input of all ranks. */
	void endInput() {
		ranks.stream().flatMap(rank -> rank.child().stream()).map(ChildProcess::stdin).forEach(StdinFeed::close);
	}

	/** Deregisters a rank that has ended. */
	void forget(RankRun rank) {
		host.server().deregisterClient(rank.proc());
	}

	/** Ends the waits for a rank that has ended and does not start again, and frees its slot if it has failed, while its job goes on. */
	void ended(RankRun rank) {
		host.pmi().ended(rank.proc());
		if (rank.fate().filter(fate -> fate.cause().isFailure()).isPresent() && vacated.add(rank)) {
			vacate(List.of(rank), MapSummary.unbound(plan.map().summary().mapBy()));
		}
	}

	/** Frees the slots of ranks, and the processors of the nodes in a summary: those of the job are free when all of it is over. */
	private void vacate(List<RankRun> some, MapSummary summary) {
		JobPlanner.vacate(host, plan.session(), plan.spec(), new JobMap(some.stream().map(RankRun::placement).toList(), summary));
	}

	/** Returns whether output waits for a slow sink. */
	boolean isOutputBehind() {
		return output.isBehind();
	}

	/**
	 * Runs the kill sequence on ranks.
	 *
	 * @param targets    ranks
	 * @param afterFailure whether a rank has failed: background processes of those that have exited, which may still pass on their last
	 *                     words, get KILL alone
	 */
	void end(List<RankRun> targets, boolean afterFailure) {
		assert host.thread().inThread();
		targets.stream().filter(RankRun::isRunning).forEach(RankRun::toBeKilled);
		if (targets.size() == ranks.size()) {
			patience = Optional.of(System.nanoTime() + targets.stream().mapToLong(rank -> rank.killTimeout().toNanos()).max().orElse(0));
		}
		Map<Duration, List<RankRun>> byTimeout = targets.stream().collect(Collectors.groupingBy(RankRun::killTimeout));
		byTimeout.forEach((timeout, some) -> {
			Map<Boolean, List<RankRun>> bySparing = some.stream()
					.collect(Collectors.partitioningBy(rank -> afterFailure && rank.state() == RankState.EXITED));
			left(bySparing.get(true)).forEach((agent, children) -> agent.killAfter(children, timeout));
			left(bySparing.get(false)).forEach((agent, children) -> agent.terminate(children, timeout));
		});
		if (!afterFailure && patience.isPresent()) {
			Set<Integer> groups = ranks.stream().flatMap(rank -> rank.child().stream()).map(ChildProcess::pid).collect(Collectors.toSet());
			plan.map().nodes().forEach(
					node -> plan.session().nodes().on(node).agent().terminateEscaped(Namespaces.marker(plan.nspace()), groups));
		}
	}

	/** Closes output that other processes hold open. */
	void closeOutputs() {
		assert host.thread().inThread();
		ranks.stream().flatMap(rank -> rank.child().stream()).forEach(child -> child.closeOutputs(Duration.ZERO));
	}

	/** Returns how long processes that the ranks have left behind may still take to end. */
	private Duration patience() {
		long left = patience.map(end -> end - System.nanoTime()).orElse(0L);
		return left > MOMENT.toNanos() ? Duration.ofNanos(left) : MOMENT;
	}

	/** Kills all ranks after a moment, in which they may end by themselves. */
	void killSoon() {
		assert host.thread().inThread();
		patience = Optional.empty();
		left(ranks).forEach((agent, children) -> agent.killAfter(children, MOMENT));
	}

	/** Returns the processes that have not ended, by the agents of their nodes. */
	private static Map<NodeAgent, List<ChildProcess>> left(List<RankRun> some) {
		Map<NodeAgent, List<ChildProcess>> children = new LinkedHashMap<>();
		some.stream().filter(rank -> rank.state() != RankState.ENDED).forEach(rank -> rank.child()
				.ifPresent(child -> children.computeIfAbsent(rank.agent(), agent -> new ArrayList<>()).add(child)));
		return children;
	}

	/** Kills all ranks immediately and discards output that is not written yet. */
	void killNow() {
		assert host.thread().inThread();
		for (RankRun rank : ranks) {
			rank.signal(Signals.KILL);
			rank.child().ifPresent(child -> child.closeOutputs(Duration.ZERO));
		}
		output.abandon();
	}

	/** Ends the output thread of a job whose ranks are given up, so that no thread outlives the host. */
	void endOutput() {
		output.finish();
	}

	/**
	 * Cleans up after the end of all processes: kills processes that they have left behind, waits until all output is written,
	 * deregisters the job and removes its directories. Problems are logged; the future never fails.
	 */
	CompletableFuture<Void> cleanUp() {
		assert host.thread().inThread();
		CompletableFuture<Void> inputEnd = input.map(this::stopped).orElseGet(() -> CompletableFuture.completedFuture(null));
		vacate(ranks.stream().filter(rank -> !vacated.contains(rank)).toList(), plan.map().summary());
		if (plan.spec().get(JobOptions.DO_NOT_LAUNCH)) {
			// nothing was made for a job that is only mapped
			return output.finish().thenRunAsync(listener::outputComplete, host.thread()::execute);
		}
		return CompletableFuture
				.allOf(output.finish().thenComposeAsync(done -> forgetJob(), host.thread()::execute), processTable,
						inputEnd, onEachNode(this::endOrphans),
						UnconnectedRanks.report(host.thread(), plan, ranks, listener::tell).toCompletableFuture())
				.thenCompose(done -> onEachNode(node -> node.directory().removeJob(plan.nspace())));
	}

	/** Stops the input; a source that ignores it does not keep the job. */
	private CompletableFuture<Void> stopped(InputPump pump) {
		return host.thread().within(INPUT_LIMIT, pump.stop()).exceptionally(problem -> {
			HostLog.log(Level.DEBUG, "the source of standard input has not ended: " + reason(problem));
			return null;
		});
	}

	/** Deregisters the job; to be called after all output has been passed on, as the server then drops the requests for it. */
	private CompletableFuture<Void> forgetJob() {
		host.pmi().close(plan.nspace());
		listener.outputComplete();
		return host.thread().within(limit(), host.server().deregisterNamespace(plan.nspace()))
				.exceptionally(problem -> {
					HostLog.log(Level.WARNING, "the server could not deregister " + plan.nspace() + ": " + reason(problem));
					return null;
				});
	}

	private CompletableFuture<Void> onEachNode(Function<SessionNode, CompletableFuture<Void>> action) {
		return CompletableFuture.allOf(plan.map().nodes().stream().map(plan.session().nodes()::on).map(action).toArray(CompletableFuture[]::new));
	}

	/** Kills processes that the ranks have left behind and that carry the marker of the job, unless they are to live on. */
	private CompletableFuture<Void> endOrphans(SessionNode node) {
		Marker marker = Namespaces.marker(plan.nspace());
		if (plan.spec().get(JobOptions.KEEP_ORPHANS)) {
			return node.agent().releaseMarked(marker);
		}
		return node.agent().killMarked(marker, patience()).thenAcceptAsync(killed -> {
			if (!killed.isEmpty()) {
				listener.tell(FailureText.killed(killed));
			}
		}, host.thread()::execute);
	}

	private static JobFailure failure(Throwable problem) {
		return cause(problem) instanceof SpawnException spawn ? JobFailure.notStarted(spawn) : JobFailure.notLaunched(reason(problem));
	}

	private static String reason(Throwable problem) {
		Throwable cause = cause(problem);
		return cause.getMessage() == null ? cause.toString() : cause.getMessage();
	}

	private static Throwable cause(Throwable problem) {
		return problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
	}
}
