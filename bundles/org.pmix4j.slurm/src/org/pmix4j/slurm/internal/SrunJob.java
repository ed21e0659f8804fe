// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.pmix4j.client.IofOutput;
import org.pmix4j.dvm.internal.JobOutput;
import org.pmix4j.job.ErrorPolicy;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.ExitOutcome.Cause;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.ReaderGoneException;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.job.events.RankStage;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.model.internal.text.FileFailure;
import org.pmix4j.slurm.SrunEngine;

/**
 * A job that srun runs as a step of an allocation. Owned by the engine, on whose thread its state changes; the fields that others read are
 * volatile. Output is taken on the threads that read srun.
 */
// Long because one object owns all states of a job, which change on one thread.
public final class SrunJob implements Job {
	static final String WHOLE_JOBS = "srun sends signals to whole jobs only";
	private static final int TIMED_OUT = 110;
	/** As shells report a program that wrote to a pipe without a reader. */
	private static final int READER_GONE = 141;
	private static final Duration GRACE = Duration.ofMillis(250);
	/** The time for srun to end when its tasks have been killed. */
	private static final Duration END_LIMIT = Duration.ofSeconds(5);
	/** The time for Slurm to say that it has ended a rank. */
	private static final Duration WORDS_LIMIT = Duration.ofMillis(500);
	private static final Executor OFF_THREAD = Thread::startVirtualThread;
	private static final System.Logger LOG = System.getLogger(SrunJob.class.getName());

	private final SrunPlace place;
	private final String nspace;
	private final int number;
	private final JobSpec spec;
	private final JobListener listener;
	private final List<SrunRank> ranks = new ArrayList<>();
	private final CompletableFuture<Boolean> started = new CompletableFuture<>();
	private final CompletableFuture<JobResult> ended = new CompletableFuture<>();
	private final CompletableFuture<SrunInput> input = new CompletableFuture<>();
	private final JobOutput output;
	private volatile JobStage stage = JobStage.INIT;
	private volatile Optional<JobResult> result = Optional.empty();
	/** The id of the step, once a rank has begun. */
	private volatile String step = "";
	private Optional<SrunStep> srun = Optional.empty();
	/** The rank that failed first. */
	private Optional<SrunRank> culprit = Optional.empty();
	private Optional<String> refusal = Optional.empty();
	/** The reason of an end that the engine has caused, or Slurm, which counts in place of that of the ranks. */
	private Optional<JobResult> cause = Optional.empty();
	private Optional<String> canceled = Optional.empty();
	private final List<String> errors = new ArrayList<>();
	private boolean onRequest;
	private boolean ending;
	/** Whether the engine has sent a signal that ends the step, of which Slurm then says that it was cancelled. */
	private volatile boolean ownEnd;
	private boolean released;
	private int interrupts;
	private int begun;

	/** Takes what one stream of srun contains, on the thread that reads it. */
	private final class Reader implements LabelReader.Target {
		private final IofChannel channel;

		Reader(IofChannel channel) {
			this.channel = channel;
		}

		@Override
		public void output(int rank, byte[] bytes) {
			if (channel.equals(IofChannel.STDERR)) {
				// Slurm's daemon on the node writes there, too
				new String(bytes, StandardCharsets.UTF_8).lines().filter(line -> line.startsWith("slurmstepd"))
						.map(SrunLine::new).forEach(SrunJob.this::noteCanceled);
			}
			output.put(new IofOutput(Proc.of(nspace, rank), channel, Infos.EMPTY, ByteObject.wrap(bytes)));
		}

		@Override
		public void begun(int rank, String node, int pid, String stepId, String reason) {
			if (channel.equals(IofChannel.STDOUT)) {
				place.thread().execute(() -> rankBegun(rank, node, pid, stepId, reason));
			}
		}

		@Override
		public void ended(int rank, int exitCode) {
			place.thread().execute(() -> {
				ranks.get(rank).streamEnded();
				if (channel.equals(IofChannel.STDOUT)) {
					rankEnded(rank, SrunLine.outcome(exitCode));
				}
				releaseShells();
			});
		}

		@Override
		public void line(String text) {
			place.thread().execute(() -> take(new SrunLine(text)));
		}
	}

	/**
	 * @param place    where it runs
	 * @param nspace   its name
	 * @param number   among the jobs of the engine, from 1
	 * @param spec     the order
	 * @param listener follows it
	 */
	public SrunJob(SrunPlace place, String nspace, int number, JobSpec spec, JobListener listener) {
		this.place = place;
		this.nspace = nspace;
		this.number = number;
		this.spec = spec;
		this.listener = listener;
		int size = SrunRequest.ranks(spec, place.allocation());
		for (int rank = 0; rank < size; rank++) {
			ranks.add(new SrunRank(Proc.of(nspace, rank), spec.apps(), place.node("")));
		}
		output = new JobOutput(spec, false, this::host, proc -> host(proc) + ":" + pid(proc), this::sinkFailed);
	}

	private String host(Proc proc) {
		return ranks.get(proc.rank().value()).node().name();
	}

	private String pid(Proc proc) {
		return Integer.toString(ranks.get(proc.rank().value()).pid().orElse(0));
	}

	/** Starts srun, unless it would not honor all options. Called on the engine's thread. */
	public void launch() {
		if (ending) {
			return;
		}
		List<String> unsupported = SrunRequest.unsupported(spec);
		if (!unsupported.isEmpty()) {
			end(failure(Status.ERR_NOT_SUPPORTED, 1, String.join("\n", unsupported.stream().map(line -> "srun does not honor " + line).toList())));
			return;
		}
		inform(each -> each.jobChanged(this, JobState.LAUNCH_UNDERWAY));
		enter(JobStage.LAUNCH_APPS);
		Optional<Path> program = place.commands().program("srun");
		if (program.isEmpty()) {
			end(failure(Status.ERR_JOB_FAILED_TO_LAUNCH, 1, SrunEngine.MISSING));
			return;
		}
		byte[] secret = new byte[8];
		new SecureRandom().nextBytes(secret);
		RankScript script = new RankScript(HexFormat.of().formatHex(secret));
		try {
			SrunStep running = SrunStep.start(SrunRequest.words(program.get().toString(), spec, place.allocation(), script),
					SrunRequest.environment(spec, place.allocation()), new LabelReader(script.mark(), new Reader(IofChannel.STDOUT)),
					new LabelReader(script.mark(), new Reader(IofChannel.STDERR)));
			srun = Optional.of(running);
			output.start();
			SrunInput feed = new SrunInput(spec.stdin(), running.input());
			feed.start();
			input.complete(feed);
			running.ended().thenAccept(code -> place.thread().execute(() -> srunEnded(code)));
			limit(spec.timeout());
		} catch (IOException e) {
			end(failure(Status.ERR_JOB_FAILED_TO_LAUNCH, 1, "srun cannot be started: " + e.getMessage()));
		}
	}

	private void limit(Duration time) {
		if (time.isPositive()) {
			place.thread().later(time, () -> endBecause(
					failure(Status.ERR_TIMEOUT, TIMED_OUT, "the job ran into its time limit of " + time.toSeconds() + " s")));
		}
	}

	private JobResult failure(Status status, int exitCode, String message) {
		return new JobResult(nspace, status, exitCode, Optional.empty(), Optional.of(message));
	}

	private void rankBegun(int rank, String node, int pid, String stepId, String reason) {
		SrunRank own = ranks.get(rank);
		own.begun(place.node(node), pid);
		step = place.id() + "." + stepId;
		begun++;
		if (!reason.isEmpty()) {
			refusal = refusal.or(() -> Optional.of(explained(own, reason)));
		}
		rankEntered(own, RankStage.RUNNING);
		if (begun == ranks.size()) {
			enter(JobStage.RUNNING);
			started.completeAsync(() -> true, OFF_THREAD);
		}
		if (onRequest) {
			// the order came before the step was known
			endStep();
		}
	}

	private String explained(SrunRank rank, String reason) {
		String program = spec.apps().get(rank.appNumber()).program();
		String on = " on " + rank.node().name();
		return switch (reason) {
			case RankScript.NO_DIRECTORY -> "the working directory " + spec.directory().resolve(spec.apps().get(rank.appNumber()).directory())
					+ " does not exist or cannot be entered" + on;
			case RankScript.MISSING -> "the program " + program + " was not found" + on;
			default -> "the program " + program + " cannot be executed" + on;
		};
	}

	private void rankEnded(int rank, ExitOutcome how) {
		SrunRank own = ranks.get(rank);
		if (own.fate().isPresent()) {
			return;
		}
		boolean isConsequence = onRequest || culprit.isPresent() && spec.errorPolicy() == ErrorPolicy.TERMINATE;
		if (how.exitCode() != 0 && culprit.isEmpty() && !onRequest) {
			culprit = Optional.of(own);
		}
		boolean isFirst = culprit.filter(own::equals).isPresent() && !isConsequence;
		own.ended(isConsequence && how.cause() == Cause.SIGNAL ? new ExitOutcome(Cause.KILLED, how.exitCode(), "was ended with its job") : how);
		rankEntered(own, own.stage());
		if (isFirst && spec.errorPolicy() == ErrorPolicy.TERMINATE) {
			if (how.cause() == Cause.SIGNAL) {
				// Slurm may have sent the signal, and then says so
				place.thread().later(WORDS_LIMIT, this::endStepUnlessCanceled);
			} else {
				endStep();
			}
		}
	}

	/** Ends the other ranks of a failed job; Slurm does that itself if it has cancelled the step. */
	private void endStepUnlessCanceled() {
		if (!ending && !onRequest && canceled.isEmpty()) {
			endStep();
		}
	}

	/** Lets the shells of the ranks end when all output has come: Slurm would lose what it has not read then. */
	private void releaseShells() {
		if (!released && ranks.stream().allMatch(SrunRank::isComplete)) {
			released = true;
			send(RankScript.RELEASE);
		}
	}

	private void rankEntered(SrunRank rank, RankStage next) {
		inform(each -> each.onEvent(this, new EngineEvent.RankEntered(Instant.now(), rank.proc(), next)));
		inform(each -> each.rankChanged(this, rank));
	}

	/** Takes a line of srun. */
	private void take(SrunLine line) {
		noteCanceled(line);
		Optional<SrunLine.Ends> ends = line.ends();
		if (ends.isPresent()) {
			ends.get().ranks().stream().filter(rank -> rank < ranks.size()).forEach(rank -> {
				ranks.get(rank).taskEnded();
				rankEnded(rank, ends.get().outcome());
			});
			releaseShells();
		} else if (line.isError() && begun == 0) {
			errors.add(line.text());
		} else if (!line.isNoise() && !line.text().isBlank()) {
			inform(each -> each.message(this, line.text()));
		}
	}

	/** Notes why Slurm ends the step, if the line says it; called on any thread. */
	private void noteCanceled(SrunLine line) {
		line.canceled().ifPresent(reason -> place.thread().execute(() -> {
			if (!ownEnd || line.isOfSlurm()) {
				// which node has failed may be said last
				canceled = line.namesNode() ? Optional.of(reason) : canceled.or(() -> Optional.of(reason));
			}
		}));
	}

	private void srunEnded(int exitCode) {
		if (ending) {
			return;
		}
		if (cause.isPresent()) {
			end(cause.get());
		} else if (onRequest) {
			// Slurm also ends a launcher in a batch script, which may see that first
			end(failure(Status.ERR_JOB_CANCELED, 1, canceled.orElse("the job was ended on request")));
		} else if (canceled.isPresent() && (culprit.isEmpty() || diedOfSignal())) {
			end(failure(Status.ERR_JOB_CANCELED, JobResult.HOST_FAILED, canceled.get()));
		} else if (exitCode == 0 && culprit.isEmpty()) {
			if (!ranks.stream().allMatch(SrunRank::isComplete)) {
				inform(each -> each.message(this, "srun has ended before all output of the ranks had come"));
			}
			end(new JobResult(nspace, Status.SUCCESS, 0, Optional.empty(), Optional.empty()));
		} else if (begun == 0 && culprit.isEmpty()) {
			notStarted(exitCode);
		} else {
			// the end of the allocation makes ranks fail, too
			CompletableFuture.supplyAsync(() -> place.commands().cancellation(place.id()), OFF_THREAD)
					.whenComplete((reason, problem) -> place.thread().execute(() -> end(problem == null && reason.isPresent()
							? failure(Status.ERR_JOB_CANCELED, JobResult.HOST_FAILED, reason.get())
							: failed(exitCode))));
		}
	}

	private boolean diedOfSignal() {
		return culprit.flatMap(SrunRank::fate).map(ExitOutcome::cause).filter(Cause.SIGNAL::equals).isPresent();
	}

	/** Returns the result of a job a rank of which has failed, or whose srun has ended before it. */
	private JobResult failed(int exitCode) {
		if (culprit.isEmpty()) {
			return failure(Status.ERR_LOST_CONNECTION, JobResult.HOST_FAILED,
					"srun has ended with exit code " + exitCode + " before the job; its processes end with it");
		}
		SrunRank rank = culprit.get();
		ExitOutcome how = rank.fate().orElseThrow();
		String message = refusal.orElseGet(() -> "rank " + rank.proc().rank() + (rank.pid().isEmpty() ? ""
				: " on " + rank.node().name() + " (pid " + rank.pid().getAsInt() + ")") + " " + how.description());
		Status status = refusal.isPresent() ? how.exitCode() == RankScript.NOT_FOUND ? Status.ERR_JOB_EXE_NOT_FOUND
				: Status.ERR_JOB_FAILED_TO_LAUNCH : how.cause().jobStatus();
		return new JobResult(nspace, status.isSuccess() ? Status.ERROR : status, how.exitCode(), Optional.of(rank), Optional.of(message));
	}

	private void notStarted(int exitCode) {
		if (errors.stream().anyMatch(line -> new SrunLine(line).lacksPlugin())) {
			CompletableFuture.supplyAsync(() -> place.commands().plugins(), OFF_THREAD).exceptionally(problem -> List.of())
					.thenAccept(kinds -> place.thread().execute(() -> end(failure(Status.ERR_JOB_FAILED_TO_LAUNCH, 1,
							"srun has no plug-in for MPI of the kind " + SrunRequest.plugin(spec) + " (srun --mpi=list: " + (kinds.isEmpty() ? "?"
									: String.join(", ", kinds)) + "); use --mpi pmi2 for programs of MPICH, --mpi none for programs without MPI, or"
									+ " the engine slurm, which needs PRRTE on the nodes"))));
			return;
		}
		end(failure(Status.ERR_JOB_FAILED_TO_LAUNCH, 1, errors.isEmpty() ? "srun has not started the job, and does not say why (exit code "
				+ exitCode + ")" : "srun has not started the job\n" + String.join("\n", errors)));
	}

	private void sinkFailed(IOException problem) {
		place.thread().execute(() -> endBecause(problem instanceof ReaderGoneException
				? new JobResult(nspace, Status.ERR_JOB_CANCELED, READER_GONE, Optional.empty(), Optional.empty())
				: failure(Status.ERR_JOB_CANCELED, 1, "the output cannot be written: " + FileFailure.line(problem))));
	}

	private void endBecause(JobResult reason) {
		if (!ending) {
			cause = cause.or(() -> Optional.of(reason));
			endOnRequest();
		}
	}

	/** Ends the job in order, once. */
	private void endOnRequest() {
		if (!onRequest && !ending) {
			onRequest = true;
			if (srun.isEmpty()) {
				end(failure(Status.ERR_JOB_CANCELED, 1, "the job was ended on request"));
				return;
			}
			endStep();
		}
	}

	private void endStep() {
		if (step.isEmpty()) {
			ownEnd = true;
			srun.ifPresent(SrunStep::destroy);
			killLater(END_LIMIT);
		} else {
			send(Signals.TERM).thenRun(() -> send(Signals.CONT));
			killLater(spec.killTimeout());
		}
	}

	private void killLater(Duration time) {
		place.thread().later(time, this::killAll);
	}

	private void killAll() {
		if (!ending) {
			ownEnd = true;
			if (!step.isEmpty()) {
				send(Signals.KILL);
			}
			place.thread().later(END_LIMIT, () -> srun.ifPresent(SrunStep::kill));
		}
	}

	/** Sends a signal to the step, which is known. */
	private CompletableFuture<Void> send(int signal) {
		String target = step;
		ownEnd |= signal == Signals.TERM || signal == Signals.KILL;
		return CompletableFuture.runAsync(() -> place.commands().signal(target, signal), OFF_THREAD);
	}

	private void end(JobResult how) {
		if (ending) {
			return;
		}
		ending = true;
		input.thenAccept(SrunInput::stop);
		output.finish().whenComplete((done, never) -> place.thread().execute(() -> complete(how)));
	}

	private void complete(JobResult how) {
		for (SrunRank rank : ranks) {
			if (rank.fate().isEmpty()) {
				rank.ended(how.isSuccess() ? new ExitOutcome(Cause.FINISHED, 0, "finished")
						: onRequest || culprit.isPresent() ? new ExitOutcome(Cause.KILLED, 0, "was ended with its job")
								: new ExitOutcome(Cause.UNKNOWN, 0, "ended; Slurm does not report how"));
				inform(each -> each.rankChanged(this, rank));
			}
		}
		started.completeAsync(() -> false, OFF_THREAD);
		result = Optional.of(how);
		stage = JobStage.TERMINATED;
		JobStage last = how.isSuccess() ? stage : JobStage.ofFailure(how.status());
		inform(each -> each.onEvent(this, new EngineEvent.JobEntered(Instant.now(), Proc.wildcard(nspace), last)));
		inform(each -> each.jobChanged(this, state()));
		ended.completeAsync(() -> how, OFF_THREAD);
	}

	/** Ends a job that a closing engine cannot end, without its output. Called on the engine's thread. */
	public void abandon() {
		srun.ifPresent(SrunStep::kill);
		output.abandon();
		end(failure(Status.ERR_JOB_CANCELED, JobResult.HOST_FAILED, "the engine was closed; Slurm ends the processes of the job"));
	}

	private void enter(JobStage next) {
		if (stage != next && !ending) {
			JobState before = state();
			stage = next;
			inform(each -> each.onEvent(this, new EngineEvent.JobEntered(Instant.now(), Proc.wildcard(nspace), next)));
			if (!before.equals(next.state())) {
				inform(each -> each.jobChanged(this, next.state()));
			}
		}
	}

	private void inform(Consumer<JobListener> news) {
		try {
			news.accept(listener);
		} catch (Throwable e) { // also a checked exception, which other languages do not declare
			LOG.log(Level.ERROR, "a listener of a job failed", e);
		}
	}

	@Override
	public String nspace() {
		return nspace;
	}

	@Override
	public int number() {
		return number;
	}

	@Override
	public JobSpec spec() {
		return spec;
	}

	@Override
	public JobState state() {
		return result.map(known -> known.isSuccess() ? JobState.TERMINATED : JobState.TERMINATED_WITH_ERROR).orElseGet(() -> stage.state());
	}

	@Override
	public JobStage stage() {
		return stage;
	}

	@Override
	public Optional<JobStage> failure() {
		return failed().map(known -> JobStage.ofFailure(known.status()));
	}

	@Override
	public OptionalInt exitCode() {
		return failed().map(known -> OptionalInt.of(known.exitCode())).orElse(OptionalInt.empty());
	}

	private Optional<JobResult> failed() {
		return result.filter(known -> !known.isSuccess());
	}

	/** {@return whether its end is known} */
	public boolean hasEnded() {
		return result.isPresent();
	}

	@Override
	public List<RankProcess> ranks() {
		return List.copyOf(ranks);
	}

	@Override
	public CompletableFuture<Boolean> started() {
		return started.copy();
	}

	@Override
	public CompletableFuture<JobResult> ended() {
		return ended.copy();
	}

	@Override
	public void signal(int signal) {
		deliver(signal);
	}

	/**
	 * Sends a signal, as {@link #signal(int)}.
	 *
	 * @param signal 1 to 64
	 * @return completes when Slurm has sent it
	 */
	public CompletableFuture<Void> deliver(int signal) {
		int sent = signal == Signals.TSTP ? Signals.STOP : signal;
		return started.thenCompose(runs -> runs ? send(sent) : CompletableFuture.<Void>completedFuture(null)).thenRun(() -> {
			if (sent == Signals.STOP || sent == Signals.CONT) {
				place.thread().execute(() -> enter(sent == Signals.STOP ? JobStage.SUSPENDED : JobStage.RUNNING));
			}
		});
	}

	@Override
	public void signal(int signal, Set<Integer> some) {
		throw new UnsupportedOperationException(WHOLE_JOBS);
	}

	@Override
	public CompletableFuture<Boolean> write(Set<Integer> some, byte[] data) {
		return started.thenCompose(runs -> runs ? input.join().write(some, data) : CompletableFuture.completedFuture(false));
	}

	@Override
	public void endInput(Set<Integer> some) {
		started.thenAccept(runs -> input.thenAccept(feed -> feed.end(some)));
	}

	@Override
	public void terminate() {
		place.thread().execute(this::endOnRequest);
	}

	@Override
	public void interrupt() {
		place.thread().execute(() -> {
			interrupts++;
			if (interrupts == 1) {
				endOnRequest();
			} else if (interrupts == 2) {
				killLater(GRACE);
			} else {
				killAll();
				output.abandon();
			}
		});
	}

	/** Kills all ranks. */
	public void kill() {
		place.thread().execute(() -> {
			onRequest = true;
			killAll();
		});
	}

	@Override
	public String dump() {
		long running = ranks.stream().filter(rank -> rank.pid().isPresent() && rank.fate().isEmpty()).count();
		return "job " + nspace + ": " + stage().label().toLowerCase(Locale.ROOT) + ", " + running + " of " + ranks.size() + " ranks run"
				+ (step.isEmpty() ? "" : ", step " + step + " of Slurm") + "; srun does not report what they wait for";
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other || other instanceof Job job && nspace.equals(job.nspace());
	}

	@Override
	public int hashCode() {
		return nspace.hashCode();
	}

	@Override
	public String toString() {
		return nspace + " " + stage;
	}
}
