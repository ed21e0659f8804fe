// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.Fate;
import org.pmix4j.host.RankProcess;

/** One rank of a job. Owned by its program. */
public final class RankElement implements JobElement {
	private final AppElement app;
	private final int rank;
	private volatile @Nullable RankProcess process;

	RankElement(AppElement app, int rank) {
		this.app = app;
		this.rank = rank;
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(app);
	}

	/** @return its program */
	public AppElement app() {
		return app;
	}

	/** @return its job */
	public NamespaceElement namespace() {
		return app.namespace();
	}

	@Override
	public List<JobElement> children() {
		return List.of();
	}

	/** @return its number */
	@Override
	public String name() {
		return Integer.toString(rank);
	}

	/** @return its number in the job, from 0 */
	public int rank() {
		return rank;
	}

	/** The host has told of it. */
	void bind(RankProcess known) {
		process = known;
	}

	@Override
	public ElementState state() {
		RankProcess known = process;
		if (known == null) {
			return namespace().state().isEnded() ? ElementState.FAILED : ElementState.STARTING;
		}
		return switch (known.state()) {
			case PREPARED -> ElementState.STARTING;
			case STARTED -> ElementState.RUNNING;
			case CONNECTED -> ElementState.CONNECTED;
			case FINALIZED -> ElementState.FINALIZED;
			case EXITED -> ElementState.EXITED;
			case ENDED -> known.fate().map(fate -> state(fate.cause())).orElse(ElementState.FAILED);
		};
	}

	private static ElementState state(Fate.Cause cause) {
		if (cause.isFailure()) {
			return ElementState.FAILED;
		}
		return cause == Fate.Cause.FINISHED ? ElementState.FINISHED : ElementState.KILLED;
	}

	/** @return its process id, once it was started; that of another process, perhaps, after it has ended */
	public OptionalInt pid() {
		RankProcess known = process;
		return known == null ? OptionalInt.empty() : known.pid();
	}

	/** @return the name of the node it runs on, once that is known */
	public Optional<String> node() {
		return Optional.ofNullable(process).map(known -> known.node().name());
	}

	/** @return 0 to 255, 128 + n after signal n, once it has ended */
	public OptionalInt exitCode() {
		return fate().map(fate -> OptionalInt.of(fate.exitCode())).orElse(OptionalInt.empty());
	}

	/** @return a phrase that tells how it ended: {@code died of SIGSEGV (core dumped)} */
	public Optional<String> reason() {
		return fate().map(Fate::description);
	}

	private Optional<Fate> fate() {
		return Optional.ofNullable(process).flatMap(RankProcess::fate);
	}

	/** @return whether {@link #terminate()} would do something */
	public boolean canTerminate() {
		return isRunning() && namespace().canTerminate();
	}

	boolean isRunning() {
		ElementState state = state();
		return state.compareTo(ElementState.STARTING) > 0 && state.compareTo(ElementState.EXITED) < 0;
	}

	/**
	 * Ends this rank: CONT and TERM to its process group, KILL after a quarter of a second. What that means for the other ranks is up to
	 * the error policy of the job. Does not wait.
	 */
	public void terminate() {
		RankProcess known = process;
		if (known != null) {
			RankKill.of(known);
		}
	}
}
