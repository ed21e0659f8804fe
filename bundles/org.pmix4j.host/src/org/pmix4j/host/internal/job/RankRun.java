// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.internal.fate.AbortRequest;
import org.pmix4j.host.internal.fate.ExitClassifier;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.host.internal.plan.JobPlan;
import org.pmix4j.host.internal.streams.OutputPump;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.Node;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.model.Proc;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.placement.internal.mapping.Placement;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.ChildProcess;

/**
 * One rank of a job. Owned by its {@link JobController}; its public methods may be called from any thread.
 */
public final class RankRun implements RankProcess {
	private final Proc proc;
	private final Placement placement;
	private final NodeAgent agent;
	private final Duration killTimeout;
	private volatile RankState state = RankState.PREPARED;
	/** Set before the job notes the start, so that a reader of the first output can already control the process. */
	private volatile @Nullable ChildProcess launched;
	private volatile @Nullable ChildProcess child;
	private volatile @Nullable ExitOutcome fate;
	private volatile @Nullable OutputPump output;

	private volatile int restarts;
	private volatile @Nullable RankStop stop;
	private Instant since = Instant.EPOCH;

	private boolean connected;
	private boolean initialized;
	private boolean connectedItself;
	private boolean killed;
	private Optional<AbortRequest> abort = Optional.empty();

	RankRun(String nspace, Placement placement, NodeAgent agent, Duration killTimeout) {
		this.proc = Proc.of(nspace, placement.rank());
		this.placement = placement;
		this.agent = agent;
		this.killTimeout = killTimeout;
	}

	Placement placement() {
		return placement;
	}

	/** Makes the ranks of a job, in their order. */
	static List<RankRun> of(JobPlan plan) {
		return plan.map().ranks().stream().map(placement -> new RankRun(plan.nspace(), placement,
				plan.session().nodes().on(placement.node()).agent(), plan.app(placement).killTimeout())).toList();
	}

	/** Returns the time between TERM and KILL when it is ended. */
	Duration killTimeout() {
		return killTimeout;
	}

	/** Returns the agent of its node. */
	NodeAgent agent() {
		return agent;
	}

	@Override
	public Proc proc() {
		return proc;
	}

	@Override
	public int appNumber() {
		return placement.app();
	}

	@Override
	public Node node() {
		return placement.node();
	}

	@Override
	public BitSet boundTo() {
		return placement.cpuset().numbers();
	}

	@Override
	public OptionalInt pid() {
		return launched().map(process -> OptionalInt.of(process.pid())).orElse(OptionalInt.empty());
	}

	@Override
	public RankState state() {
		return state;
	}

	@Override
	public Optional<ExitOutcome> fate() {
		return Optional.ofNullable(fate);
	}

	@Override
	public int restarts() {
		return restarts;
	}

	@Override
	public Optional<RankStop> stop() {
		return isRunning() ? Optional.ofNullable(stop) : Optional.empty();
	}

	@Override
	public void signal(int signal) {
		deliver(signal);
	}

	/** Sends a signal as {@link #signal}; completes when the process has got it, and immediately if it does not run. */
	CompletableFuture<Void> deliver(int signal) {
		int delivered = signal == Signals.TSTP ? Signals.STOP : signal;
		if (delivered == Signals.STOP || delivered == Signals.CONT) {
			stopped(delivered == Signals.STOP ? Signals.STOP : 0);
		}
		return launched().map(process -> CompletableFuture.allOf(process.signal(delivered).toCompletableFuture()))
				.orElseGet(CompletableFuture::allOf);
	}

	/**
	 * Notes that its process is stopped, or is about to be.
	 *
	 * @param signal the cause; 0 if the process was continued
	 * @return whether that changes anything
	 */
	boolean stopped(int signal) {
		boolean changes = signal != 0 ^ isSuspended();
		if (changes) {
			stop = signal == 0 ? null : new RankStop(signal, Instant.now());
		}
		return changes;
	}

	@Override
	public void terminate() {
		launched().ifPresent(process -> agent.terminate(List.of(process), killTimeout));
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof RankProcess rank && proc.equals(rank.proc());
	}

	@Override
	public int hashCode() {
		return proc.hashCode();
	}

	@Override
	public String toString() {
		return proc + " " + state;
	}

	private Optional<ChildProcess> launched() {
		return Optional.ofNullable(launched);
	}

	/** Takes its process, which can be controlled from now on. Called on the thread of processes, before any output of the process. */
	void launched(ChildProcess process) {
		stop = null;
		launched = process;
	}

	void writesTo(OutputPump pump) {
		output = pump;
	}

	/** @return the pump of its output; empty before the ranks are started */
	public Optional<OutputPump> output() {
		return Optional.ofNullable(output);
	}

	/** @return the process; empty before it was started */
	public Optional<ChildProcess> child() {
		return Optional.ofNullable(child);
	}

	/** @return completes when all of these ranks that run now have ended */
	public static CompletableFuture<Void> gone(List<RankRun> ranks) {
		return CompletableFuture.allOf(ranks.stream().flatMap(rank -> rank.child().stream())
				.map(process -> process.ended().toCompletableFuture()).toArray(CompletableFuture[]::new));
	}

	/** @return whether the process was started and has not exited */
	public boolean isRunning() {
		return child != null && fate == null;
	}

	/** Returns whether it has ever called PMIx_Init. */
	boolean isInitialized() {
		return initialized;
	}

	/** Returns the time of its start, or of its call of PMIx_Finalize. */
	Instant since() {
		return since;
	}

	void started(ChildProcess process) {
		child = process;
		since = Instant.now();
		state = connected ? RankState.CONNECTED : RankState.STARTED;
	}

	void notStarted(JobFailure reason) {
		fate = new ExitOutcome(ExitOutcome.Cause.FAILED_TO_START, reason.exitCode(), reason.text().apply(0).orElse("could not be started"));
		state = RankState.ENDED;
	}

	void connected() {
		connected = true;
		initialized = true;
		if (isRunning()) {
			state = RankState.CONNECTED;
		}
	}

	/** Notes that a process is connected that certainly belongs to the rank. */
	public void connectsItself() {
		connectedItself = true;
	}

	/** @return whether a process is connected that certainly belongs to the rank */
	public boolean isConnectedItself() {
		return connectedItself;
	}

	void finalized() {
		connected = false;
		connectedItself = false;
		since = Instant.now();
		if (isRunning()) {
			state = RankState.FINALIZED;
		}
	}

	/** Notes that the host is about to end it. */
	void toBeKilled() {
		killed = true;
	}

	/** Notes that it is to be ended because of an abort. */
	void abortedBy(AbortRequest request) {
		abort = Optional.of(request);
	}

	/** Notes its exit and returns its fate. */
	ExitOutcome exited(ExitStatus exit, boolean anyInJob, boolean anyCode) {
		ExitOutcome judged = ExitClassifier.judge(new ExitClassifier.Facts(exit, connected, initialized, anyInJob, anyCode, killed, abort,
				child().flatMap(ChildProcess::kernelKill)));
		fate = judged;
		state = RankState.EXITED;
		return judged;
	}

	void ended() {
		state = RankState.ENDED;
	}

	/** Forgets the process that has ended; the rank is to be started again. */
	void again() {
		restarts++;
		child = null;
		fate = null;
		connected = false;
		connectedItself = false;
		initialized = false;
		state = RankState.PREPARED;
	}
}
