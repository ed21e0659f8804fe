// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.pmix4j.host.internal.fate.AbortRequest;
import org.pmix4j.host.internal.fate.ExitClassifier;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.OutputOptions;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.StdinFeed;

/** Carries out orders of users and processes on the ranks of one job. Owned by its {@link JobController}, used on the host's thread. */
public final class JobCommands {
	private final HostThread thread;
	private final JobProgress progress;
	private final StartGate gate;
	private final JobSignals signals;
	private final JobTerminals terminals;
	private final JobEnd end;
	private final JobNotifier news;

	JobCommands(HostThread thread, JobProgress progress, StartGate gate, DebugStop hold, JobEnd end, JobNotifier news, JobSpec spec) {
		this.thread = thread;
		this.progress = progress;
		this.gate = gate;
		this.end = end;
		this.news = news;
		signals = new JobSignals(thread, progress, hold);
		terminals = new JobTerminals(progress, gate, spec.get(OutputOptions.TERMINAL_SIZE));
	}

	/** Returns the terminals of the ranks. */
	JobTerminals terminals() {
		return terminals;
	}

	/** Follows the stops of a rank's process, which others than this host may signal. */
	void follow(RankRun rank, ChildProcess child) {
		signals.follow(rank, child);
	}

	/**
	 * Carries out PMIx_Abort. The job fails by it, and the caller counts as the culprit, whichever ranks it has named.
	 *
	 * @param reason  the failure of the job
	 * @param request the call
	 * @param targets ranks of this job
	 * @return completes when the targets have ended
	 */
	public CompletableFuture<Void> abort(JobFailure reason, AbortRequest request, List<RankRun> targets) {
		assert thread.inThread();
		boolean all = isWhole(targets);
		if (!end.isForced()) {
			targets.stream().filter(rank -> !all || rank.proc().equals(request.caller())).forEach(rank -> rank.abortedBy(request));
			end.fail(reason, all);
		}
		return onEach(targets, end.isForced() ? ranks -> { } : end::kill);
	}

	/**
	 * Reports a call of PMIx_Abort that is refused. Its status becomes the exit code of the job unless another failure comes first, but the
	 * ranks run on.
	 *
	 * @param caller  a rank of this job
	 * @param request the call
	 * @param reason  in words
	 */
	public void refuseAbort(RankRun caller, AbortRequest request, String reason) {
		assert thread.inThread();
		end.note(JobFailure.abortRefused(caller, request));
		news.tell(FailureText.who(caller) + " " + ExitClassifier.aborted(request) + "; " + reason);
	}

	/**
	 * Ends some ranks at the request of an authorized process, which does not count as a failure.
	 *
	 * @param targets ranks of this job
	 * @param atOnce  whether to kill them without a grace time
	 * @return completes when they have ended
	 */
	public CompletableFuture<Void> end(List<RankRun> targets, boolean atOnce) {
		assert thread.inThread();
		boolean all = isWhole(targets);
		if (all) {
			end.fail(JobFailure.requested(), true);
		}
		return onEach(targets, ranks -> {
			if (!all) {
				end.kill(ranks);
			}
			if (atOnce) {
				ranks.forEach(rank -> rank.signal(Signals.KILL));
			}
		});
	}

	/**
	 * Acts on the ranks that run, and on the others once all have started: a rank can run, and others know it, before its start is known
	 * here. Completes when all have ended.
	 */
	private CompletableFuture<Void> onEach(List<RankRun> targets, Consumer<List<RankRun>> deed) {
		Map<Boolean, List<RankRun>> byStart = targets.stream().collect(Collectors.partitioningBy(rank -> rank.child().isPresent()));
		deed.accept(byStart.get(true));
		CompletableFuture<Void> gone = new CompletableFuture<>();
		gate.pass(() -> {
			deed.accept(byStart.get(false));
			RankRun.gone(targets).thenRun(() -> gone.complete(null));
		});
		return gone;
	}

	/**
	 * Delivers a signal to some ranks once all ranks run; a signal to all of them may change the state of the job.
	 *
	 * @param signal  its number
	 * @param targets ranks of this job
	 */
	public void deliver(int signal, List<RankRun> targets) {
		assert thread.inThread();
		gate.pass(() -> send(signal, targets));
	}

	/** Delivers a signal to the ranks with these numbers once all ranks run; ignores numbers that no rank has. */
	void deliver(int signal, Set<Integer> numbers) {
		assert thread.inThread();
		gate.pass(() -> send(signal, ranks(numbers)));
	}

	/** Writes to the standard input of the ranks with these numbers once all ranks run. */
	void write(Set<Integer> numbers, byte[] data, CompletableFuture<Boolean> taken) {
		assert thread.inThread();
		gate.pass(() -> StdinFeed.write(feeds(numbers), data).whenComplete((any, problem) -> {
			if (problem == null) {
				taken.complete(any);
			} else {
				taken.completeExceptionally(problem);
			}
		}));
	}

	/** Ends the standard input of the ranks with these numbers once all ranks run. */
	void endInput(Set<Integer> numbers) {
		assert thread.inThread();
		gate.pass(() -> feeds(numbers).forEach(StdinFeed::close));
	}

	private List<StdinFeed> feeds(Set<Integer> numbers) {
		return ranks(numbers).stream().flatMap(rank -> rank.child().stream()).map(ChildProcess::stdin).toList();
	}

	private List<RankRun> ranks(Set<Integer> numbers) {
		return progress.ranks().stream().filter(rank -> numbers.contains(rank.proc().rank().value())).toList();
	}

	/** Delivers a signal to all ranks once they run; they need not be known yet. Completes when those that run have got it. */
	CompletableFuture<Void> deliver(int signal) {
		assert thread.inThread();
		CompletableFuture<Void> sent = new CompletableFuture<>();
		boolean now = gate.pass(() -> send(signal, progress.ranks()).thenRun(() -> sent.complete(null)));
		return now ? sent : CompletableFuture.allOf();
	}

	/** Does nothing for a job that failed to start, which has no rank to signal. */
	private CompletableFuture<Void> send(int signal, List<RankRun> targets) {
		return progress.started().getNow(false) ? signals.send(signal, targets) : CompletableFuture.allOf();
	}

	private boolean isWhole(List<RankRun> targets) {
		return targets.size() == progress.ranks().size();
	}
}
