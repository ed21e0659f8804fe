// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.text.MessageFormat;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.KeyValue;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.job.events.RankStop;

/** One rank of a job. Owned by its program. */
final class RankNode implements RankElement {
	/** What the engine of another server calls a node that the server does not name. */
	private static final String UNKNOWN_NODE = "?";

	/** The exit code after a signal is its number and this. */
	private static final int SIGNAL = 128;

	private final int rank;
	private volatile AppNode app;
	private volatile @Nullable RankProcess process;
	private final AtomicReference<DebugStops.@Nullable Stop> debugStop = new AtomicReference<>();
	/** How often the rank had been restarted when the user terminated it; negative if the user has not. */
	private volatile int restartsAtRequest = -1;

	RankNode(AppNode app, int rank) {
		this.app = app;
		this.rank = rank;
	}

	/** Notes its program, which the engine knows once it has mapped the job. */
	void moveTo(AppNode mapped) {
		app = mapped;
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(app);
	}

	@Override
	public AppElement app() {
		return app;
	}

	@Override
	public NamespaceElement namespace() {
		return app.namespace();
	}

	@Override
	public List<JobElement> children() {
		return List.of();
	}

	@Override
	public String name() {
		return Integer.toString(rank);
	}

	@Override
	public int rank() {
		return rank;
	}

	/** Connects it with the process that the engine has for it. */
	void bind(RankProcess known) {
		process = known;
	}

	@Override
	public CompletableFuture<List<KeyValue>> keyValues(int most) {
		return app.namespace().keyValues(rank, most);
	}

	@Override
	public ElementState state() {
		RankProcess known = process;
		if (known == null) {
			return namespace().state().isEnded() ? ElementState.FAILED : ElementState.STARTING;
		}
		if (known.isSuspended() || debugStop().isPresent()) {
			return ElementState.SUSPENDED;
		}
		return switch (known.state()) {
			case PREPARED -> ElementState.STARTING;
			case STARTED -> ElementState.RUNNING;
			case CONNECTED -> ElementState.CONNECTED;
			case FINALIZED -> ElementState.FINALIZED;
			case EXITED -> ElementState.EXITED;
			case ENDED -> isTerminatedOnRequest() ? ElementState.KILLED
					: known.fate().map(fate -> state(fate.cause())).orElse(ElementState.FAILED);
		};
	}

	private ElementState state(ExitOutcome.Cause cause) {
		if (cause.isFailure()) {
			return ElementState.FAILED;
		}
		if (cause == ExitOutcome.Cause.UNKNOWN) {
			return app.namespace().unreportedEnd();
		}
		return cause == ExitOutcome.Cause.FINISHED ? ElementState.FINISHED : ElementState.KILLED;
	}

	/** Returns whether it has called PMIx_Init and has not ended, suspended or not. */
	boolean isConnected() {
		RankProcess known = process;
		return known != null && (known.state() == RankState.CONNECTED || known.state() == RankState.FINALIZED);
	}

	@Override
	public OptionalInt pid() {
		RankProcess known = process;
		return known == null ? OptionalInt.empty() : known.pid();
	}

	@Override
	public Optional<String> node() {
		return Optional.ofNullable(process).map(known -> known.node().name()).filter(name -> !name.equals(UNKNOWN_NODE));
	}

	@Override
	public BitSet processors() {
		RankProcess known = process;
		return known == null ? new BitSet() : known.boundTo();
	}

	@Override
	public OptionalInt exitCode() {
		return fate().filter(fate -> app.namespace().can(EngineCapability.RANK_OUTCOMES)).map(fate -> OptionalInt.of(fate.exitCode()))
				.orElse(OptionalInt.empty());
	}

	@Override
	public Optional<String> reason() {
		return fate().filter(this::isKnown).filter(this::saysMoreThanState).map(fate -> isTerminatedOnRequest()
				? MessageFormat.format(Messages.RankNode_terminated, fate.description())
				: fate.description());
	}

	@Override
	public OptionalInt signal() {
		return fate().filter(fate -> fate.cause() == ExitOutcome.Cause.SIGNAL && fate.exitCode() > SIGNAL && !isTerminatedOnRequest())
				.map(fate -> OptionalInt.of(fate.exitCode() - SIGNAL)).orElse(OptionalInt.empty());
	}

	@Override
	public boolean coreDumped() {
		return fate().filter(ExitOutcome::coreDumped).isPresent() && signal().isPresent();
	}

	/** Returns whether the engine has reported an end; one without outcomes of ranks has reported its failures only. */
	private boolean isKnown(ExitOutcome fate) {
		return fate.cause().isFailure() || app.namespace().can(EngineCapability.RANK_OUTCOMES);
	}

	private boolean saysMoreThanState(ExitOutcome fate) {
		boolean isPlain = fate.cause() == ExitOutcome.Cause.FINISHED && fate.exitCode() == 0 || fate.cause() == ExitOutcome.Cause.KILLED;
		return !isPlain;
	}

	@Override
	public Optional<String> stop() {
		return Optional.ofNullable(process).flatMap(RankProcess::stop).map(RankStop::text);
	}

	@Override
	public Optional<String> debugStop() {
		RankProcess known = process;
		boolean hasEnded = known == null || known.state() == RankState.ENDED;
		return hasEnded ? Optional.empty() : Optional.ofNullable(debugStop.get()).map(DebugStops.Stop::text);
	}

	/** Notes that its debugger has suspended it. */
	void suspended(DebugStops.Stop stop) {
		debugStop.set(stop);
	}

	/** Notes where it was suspended; returns whether it still is. */
	boolean suspended(DebugStops.Stop before, DebugStops.Stop described) {
		return debugStop.compareAndSet(before, described);
	}

	/** Notes that its debugger lets it go on. */
	void goesOn() {
		debugStop.set(null);
	}

	@Override
	public Optional<String> waiting() {
		return app.namespace().waiting(rank);
	}

	/** Returns whether it has failed only because the user terminated it. */
	boolean isTerminatedOnRequest() {
		RankProcess known = process;
		return known != null && known.restarts() == restartsAtRequest && fate().map(fate -> fate.cause().isFailure()).orElse(false);
	}

	private Optional<ExitOutcome> fate() {
		return Optional.ofNullable(process).flatMap(RankProcess::fate);
	}

	@Override
	public boolean canTerminate() {
		return isRunning() && namespace().canTerminate() && app.namespace().can(EngineCapability.RANK_SIGNALS);
	}

	private boolean isRunning() {
		ElementState state = state();
		return state.compareTo(ElementState.STARTING) > 0 && state.compareTo(ElementState.EXITED) < 0;
	}

	@Override
	public void terminate() {
		RankProcess known = process;
		if (known != null) {
			terminationRequested();
			if (app.namespace().can(EngineCapability.RANK_SIGNALS)) {
				known.terminate();
			} // else its debugger ends it
		}
	}

	/** Notes that the user has asked for its end, so that the way it ends is not a failure. Has no effect if it has ended already. */
	void terminationRequested() {
		RankProcess known = process;
		if (known == null || !known.fate().map(fate -> fate.cause().isFailure()).orElse(false)) {
			restartsAtRequest = known == null ? 0 : known.restarts();
		}
	}
}
