// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.text.MessageFormat;
import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.pmix4e.core.RankSet;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.RankElement;

/**
 * Tells the user which ranks have not called PMIx_Init, where they would wait for a debugger: a program that never calls it runs past all
 * breakpoints. Tells it some seconds after the first rank has started, and again at the end of the job. Owned by the process of the job,
 * whose methods call it; safe for use by several threads.
 */
final class InitWatch {
	/** Long enough for a program to load its libraries. */
	private static final long PATIENCE_SECONDS = 5;

	private final Consumer<String> user;
	private final Predicate<RankElement> mustCall;
	private final boolean isEarly;
	// guarded by this
	private final BitSet started = new BitSet();
	private final BitSet called = new BitSet();
	private final BitSet ended = new BitSet();
	private BitSet told = new BitSet();
	private boolean isOver;

	/**
	 * @param user     receives one line without a line end
	 * @param mustCall returns whether a rank is debugged after its call
	 * @param isEarly  whether these ranks are debugged when they have called it, even if others of the job have not
	 */
	InitWatch(Consumer<String> user, Predicate<RankElement> mustCall, boolean isEarly) {
		this.user = user;
		this.mustCall = mustCall;
		this.isEarly = isEarly;
	}

	/** Takes over the state of a rank. Returns whether all ranks that must call it now wait in it, in a job of several programs. */
	synchronized boolean changed(RankElement rank) {
		if (!mustCall.test(rank)) {
			return false;
		}
		note(rank);
		return isEarly && !isOver && !called.isEmpty() && rank.namespace().children().size() > 1
				&& rank.namespace().ranks().stream().filter(mustCall).mapToInt(RankElement::rank).allMatch(this::hasCalledOrEnded);
	}

	private boolean hasCalledOrEnded(int rank) {
		return called.get(rank) || ended.get(rank);
	}

	private void note(RankElement rank) {
		ElementState state = rank.state();
		if (state != ElementState.STARTING) {
			if (started.isEmpty()) {
				CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS).execute(this::remind);
			}
			started.set(rank.rank());
		}
		if (state == ElementState.CONNECTED || state == ElementState.FINALIZED) {
			called.set(rank.rank());
		} else if (state == ElementState.FINISHED || state == ElementState.FAILED) {
			ended.set(rank.rank());
		}
	}

	/** Notes that all ranks wait for the debugger. */
	synchronized void stopped() {
		isOver = true;
	}

	private synchronized void remind() {
		tell((BitSet) started.clone(), Messages.InitWatch_waiting);
	}

	/** Notes the end of the job. Ranks that were terminated might have called it later. */
	synchronized void ended() {
		tell((BitSet) ended.clone(), Messages.InitWatch_ended);
		isOver = true;
	}

	private void tell(BitSet ranks, String message) {
		ranks.andNot(called);
		if (!isOver && !ranks.isEmpty() && !ranks.equals(told)) {
			told = ranks;
			user.accept(MessageFormat.format(message, ranks.cardinality(), RankSet.of(ranks).toString().replace(",", ", ")));
		}
	}
}
