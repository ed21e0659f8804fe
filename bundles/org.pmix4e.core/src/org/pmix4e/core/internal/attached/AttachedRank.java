// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.attached;

import java.text.MessageFormat;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.KeyValue;
import org.pmix4e.core.model.RankElement;
import org.pmix4j.job.events.RankStop;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.ProcState;

/** A rank of a job of others. Owned by its program; changed by the reader of the server, read on any thread. */
final class AttachedRank implements RankElement {
	private final AttachedApp app;
	private volatile ProcInfo process;
	private volatile boolean suspended;
	private volatile Optional<RankStop> stop = Optional.empty();

	AttachedRank(AttachedApp app, ProcInfo process) {
		this.app = app;
		this.process = process;
	}

	/** Takes over an entry of the process table, and returns whether it is another one. */
	boolean update(ProcInfo now) {
		boolean changed = !now.equals(process);
		process = now;
		return changed;
	}

	Proc proc() {
		return process.proc();
	}

	/** Notes that a signal of ours has stopped it, or resumed it: tables of processes do not tell that. */
	void suspended(boolean stopped) {
		suspended = stopped;
	}

	/** Takes over what a server of ours tells about its stop, and returns whether it is another one. */
	boolean stop(Optional<RankStop> now) {
		boolean changed = suspended != now.isPresent() || !stop.map(RankStop::signal).equals(now.map(RankStop::signal));
		suspended = now.isPresent();
		stop = now;
		return changed;
	}

	@Override
	public AttachedApp app() {
		return app;
	}

	@Override
	public AttachedNamespace namespace() {
		return app.namespace();
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(app);
	}

	@Override
	public List<JobElement> children() {
		return List.of();
	}

	@Override
	public String name() {
		return Integer.toString(rank());
	}

	@Override
	public int rank() {
		return process.proc().rank().value();
	}

	@Override
	public ElementState state() {
		ElementState own = state(process.state());
		if (suspended && !own.isEnded() && !namespace().hasEnded()) {
			return ElementState.SUSPENDED;
		}
		return own.isEnded() || !namespace().hasEnded() ? own
				: namespace().state() == ElementState.FINISHED ? ElementState.FINISHED : ElementState.KILLED;
	}

	private static ElementState state(ProcState state) {
		int code = state.code();
		if (code >= ProcState.ERROR.code()) {
			return state.equals(ProcState.KILLED_BY_CMD) ? ElementState.KILLED : ElementState.FAILED;
		}
		if (code >= ProcState.TERMINATED.code()) {
			return ElementState.FINISHED;
		}
		if (code >= ProcState.CONNECTED.code()) {
			return ElementState.CONNECTED;
		}
		return code >= ProcState.TERMINATE.code() ? ElementState.RUNNING : ElementState.STARTING;
	}

	@Override
	public OptionalInt pid() {
		return process.pid() > 0 ? OptionalInt.of(process.pid()) : OptionalInt.empty();
	}

	@Override
	public Optional<String> node() {
		return Optional.of(process.hostname()).filter(name -> !name.isEmpty());
	}

	/** Returns none: tables of processes do not tell them. */
	@Override
	public BitSet processors() {
		return new BitSet();
	}

	@Override
	public OptionalInt exitCode() {
		return OptionalInt.empty();
	}

	@Override
	public Optional<String> reason() {
		ProcState state = process.state();
		return state(state) == ElementState.FAILED
				? state.constantName().map(name -> name.toLowerCase(Locale.ROOT).replace('_', ' '))
						.or(() -> Optional.of(MessageFormat.format(Messages.AttachedRank_state, state.code())))
				: Optional.empty();
	}

	@Override
	public CompletableFuture<List<KeyValue>> keyValues(int most) {
		return namespace().session().server().keyValues(process.proc(), most);
	}

	@Override
	public Optional<String> stop() {
		return stop.map(RankStop::text).filter(text -> state() == ElementState.SUSPENDED);
	}

	@Override
	public Optional<String> waiting() {
		return namespace().waiting(rank());
	}

	@Override
	public boolean canTerminate() {
		return !state().isEnded() && namespace().canTerminate();
	}

	@Override
	public void terminate() {
		namespace().terminate(process.proc());
	}
}
