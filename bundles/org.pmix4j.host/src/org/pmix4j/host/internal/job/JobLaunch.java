// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.host.RankState;
import org.pmix4j.host.StdinSpec;
import org.pmix4j.host.internal.cleanup.MarkedProcesses;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.plan.ChildEnvironment;
import org.pmix4j.host.internal.plan.JobData;
import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.plan.OpenMpiPersonality;
import org.pmix4j.host.internal.posix.Signals;
import org.pmix4j.host.internal.process.ChildProcess;
import org.pmix4j.host.internal.process.Program;
import org.pmix4j.host.internal.process.SpawnException;
import org.pmix4j.host.internal.process.SpawnSpec;
import org.pmix4j.host.internal.process.StdinFeed;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.streams.InputPump;
import org.pmix4j.host.internal.streams.OutputPump;
import org.pmix4j.host.internal.streams.OutputRelay;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.model.Rank;

/**
 * What a job has on the outside: its registration with the server, its processes, its output and input, its directories. Owned by a
 * {@link JobCourse}, used on the host's thread.
 */
final class JobLaunch {
	/** A server that answers no more must not keep a job from its end. */
	private static final Duration SERVER_LIMIT = Duration.ofSeconds(10);
	/** Between TERM and KILL; the time that PRRTE gives. */
	private static final Duration GRACE = Duration.ofMillis(250);

	private final HostContext host;
	private final LaunchListener listener;
	private final JobPlan plan;
	private final List<RankRun> ranks;
	private final OutputPump output;
	private final ChildEnvironment environment;
	private Optional<InputPump> input = Optional.empty();

	JobLaunch(HostContext host, JobPlan plan, List<RankRun> ranks, JobTies ties, LaunchListener listener) {
		this.host = host;
		this.listener = listener;
		this.plan = plan;
		this.ranks = ranks;
		environment = new ChildEnvironment(plan, new OpenMpiPersonality());
		output = new OutputPump(plan.nspace(), plan.spec().output(), ties.writers(plan.size()), ties.sink(),
				OutputRelay.through(host.server()),
				new OutputPump.Place(plan.spec().directory(), host.info().hostname()),
				reason -> host.thread().execute(() -> listener.outputLost(reason)));
	}

	/** Tells the server about the job, and makes its directories meanwhile; {@link LaunchListener#registered} follows. */
	void register() throws IOException {
		List<CompletableFuture<Void>> answers = new ArrayList<>();
		answers.add(host.server().registerNamespace(plan.nspace(), plan.size(), JobData.of(plan)));
		for (RankRun rank : ranks) {
			answers.add(host.server().registerClient(rank.proc(), host.info().uid(), host.info().gid(), rank));
		}
		plan.directory().createJob(plan.nspace(), plan.size());
		host.thread().within(SERVER_LIMIT, CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)))
				.whenCompleteAsync((done, problem) -> listener.registered(Optional.ofNullable(problem).map(JobLaunch::reason)),
						host.thread()::execute);
	}

	/** Starts all ranks; {@link LaunchListener#rankStarted} or {@link LaunchListener#rankNotStarted} follows for each. */
	void spawn() {
		host.topology().jobStarts(plan.size());
		for (RankRun rank : ranks) {
			rank.writesTo(output);
			host.loop().spawnAsync(spawnSpec(rank), output.rank(rank.proc(), rank.node().name())).whenCompleteAsync((child, problem) -> {
				if (problem == null) {
					listener.rankStarted(rank, child);
				} else {
					listener.rankNotStarted(rank, failure(problem));
				}
			}, host.thread()::execute);
		}
	}

	private SpawnSpec spawnSpec(RankRun rank) {
		JobPlan.FoundApp app = plan.app(rank.placement());
		Program program = plan.spec().launch().indexed() ? app.program().indexed(rank.placement().rank()) : app.program();
		SpawnSpec spec = SpawnSpec.of(program, app.spec().arguments(),
				environment.of(rank.placement(), host.server().environment(rank.proc())), app.directory());
		return readsInput(rank) ? spec.withStdin() : spec;
	}

	private boolean readsInput(RankRun rank) {
		Rank target = plan.spec().stdin().target();
		return target.equals(Rank.WILDCARD) || target.equals(rank.proc().rank());
	}

	/** Begins to read standard input, if a rank is to have it. */
	void feedInput() {
		List<StdinFeed> feeds = ranks.stream().filter(this::readsInput).flatMap(rank -> rank.child().stream()).map(ChildProcess::stdin)
				.toList();
		StdinSpec stdin = plan.spec().stdin();
		if (!feeds.isEmpty() && !stdin.isPushed()) {
			input = Optional.of(InputPump.start(plan.nspace(), stdin.source(), feeds));
		}
	}

	/** Nothing is pushed to standard input any more. */
	void endInput() {
		ranks.stream().flatMap(rank -> rank.child().stream()).map(ChildProcess::stdin).forEach(StdinFeed::close);
	}

	/** The server need not expect the rank any more. */
	void forget(RankRun rank) {
		host.server().deregisterClient(rank.proc());
	}

	/** Whether the sink is what keeps the output from its end. */
	boolean isOutputBehind() {
		return output.isBehind();
	}

	/** Ends ranks in order: CONT and TERM, then KILL. */
	void end(List<RankRun> targets) {
		List<ChildProcess> children = new ArrayList<>();
		for (RankRun rank : targets) {
			if (rank.isRunning()) {
				rank.toBeKilled();
			}
			if (rank.state() != RankState.ENDED) {
				rank.child().ifPresent(children::add);
			}
		}
		if (!children.isEmpty()) {
			host.loop().terminate(children, GRACE);
		}
	}

	/** Ends all ranks at once, and throws away output that was not written yet. */
	void killNow() {
		for (RankRun rank : ranks) {
			rank.signal(Signals.KILL);
			rank.child().ifPresent(child -> child.closeOutputs(Duration.ZERO));
		}
		output.abandon();
	}

	/**
	 * After the end of all processes: ends what they left behind, waits until all output is written, and has the server forget the
	 * job. What cannot be done is said and does not fail.
	 */
	CompletableFuture<Void> cleanUp() {
		input.ifPresent(InputPump::stop);
		host.session().vacate(plan.map());
		return CompletableFuture.allOf(output.finish().thenCompose(done -> forgetJob()), aside("daemons", this::endDaemons))
				.thenCompose(done -> aside("directories", this::removeDirectories));
	}

	/** Not before all output has been passed on: the server forgets who asked for it. */
	private CompletableFuture<Void> forgetJob() {
		return host.thread().within(SERVER_LIMIT, host.server().deregisterNamespace(plan.nspace()))
				.exceptionally(problem -> {
					HostLog.log(Level.WARNING, "the server did not forget " + plan.nspace() + ": " + reason(problem));
					return null;
				});
	}

	/** What takes milliseconds must not be done on this thread. */
	private CompletableFuture<Void> aside(String what, Runnable task) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				task.run();
			} catch (RuntimeException e) {
				HostLog.log(Level.WARNING, "the job could not clean up its " + what, e);
			} finally {
				done.complete(null);
			}
		}, "pmix-" + what + "-" + plan.nspace());
		thread.setDaemon(true);
		thread.start();
		return done;
	}

	/** Ends processes that left their groups but carry the job's mark. */
	private void endDaemons() {
		List<Integer> killed = MarkedProcesses.kill(Namespaces.marker(plan.nspace()));
		if (!killed.isEmpty()) {
			host.thread().execute(() -> listener.tell("ended what the ranks had left behind: "
					+ (killed.size() == 1 ? "process " : "processes ") + FailureText.list(killed)));
		}
	}

	private void removeDirectories() {
		List<String> left = plan.directory().removeJob(plan.nspace());
		if (!left.isEmpty()) {
			HostLog.log(Level.WARNING, "could not be removed: " + String.join("; ", left));
		}
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
