// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.text.MessageFormat;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

import org.eclipse.core.runtime.Adapters;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.model.IDebugElement;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.spi.FramePlace;
import org.pmix4e.core.spi.StopReason;

/**
 * Notes which ranks their debuggers have suspended, where and by what. Owned by the model; called on the platform's thread of debug events,
 * which never waits for a debugger.
 */
final class DebugStops implements IDebugEventSetListener {
	private final Consumer<RankNode> changed;

	/** One stop of a rank by its debugger; two stops with the same text are different ones. Immutable. */
	static final class Stop {
		private final String text;

		private Stop(String text) {
			this.text = text;
		}

		/** Returns by what and where, for users. */
		String text() {
			return text;
		}
	}

	/** @param changed receives a rank that was suspended, has gone on, or whose place is known now */
	DebugStops(Consumer<RankNode> changed) {
		this.changed = changed;
	}

	@Override
	public void handleDebugEvents(DebugEvent[] events) {
		for (DebugEvent event : events) {
			if (event.getSource() instanceof IDebugElement element && !event.isEvaluation()) {
				rank(element.getDebugTarget()).ifPresent(rank -> noted(rank, element, event));
			}
		}
	}

	private static Optional<RankNode> rank(IDebugTarget target) {
		return target != null && target.getProcess() instanceof JobRankProcess process
				? process.element().filter(RankNode.class::isInstance).map(RankNode.class::cast) : Optional.empty();
	}

	private void noted(RankNode rank, IDebugElement element, DebugEvent event) {
		IDebugTarget target = element.getDebugTarget();
		if (event.getKind() == DebugEvent.SUSPEND) {
			Stop stop = new Stop(reason(event.getDetail()));
			rank.suspended(stop);
			changed.accept(rank);
			if (element instanceof IThread thread) {
				Thread.ofVirtual().name("pmix4e-stop").start(() -> describe(rank, stop, thread, event.getDetail()));
			}
		} else if (event.getKind() == DebugEvent.RESUME && !isSuspended(target)
				|| event.getKind() == DebugEvent.TERMINATE && element == target) {
			rank.goesOn();
			changed.accept(rank);
		}
	}

	/** Reads the place from the debugger, unless the rank goes on meanwhile. */
	private void describe(RankNode rank, Stop stop, IThread thread, int detail) {
		try {
			StopReason told = Adapters.adapt(thread, StopReason.class);
			String reason = told == null ? reason(detail) : told.text();
			IStackFrame top = thread.getTopStackFrame();
			FramePlace place = top == null ? null : Adapters.adapt(top, FramePlace.class);
			if (rank.suspended(stop, new Stop(place == null ? reason : MessageFormat.format(Messages.DebugStops_place, reason, place)))) {
				changed.accept(rank);
			}
		} catch (DebugException e) {
			// the rank has gone on or ended, which another event reports
		}
	}

	private static String reason(int detail) {
		return switch (detail) {
			case DebugEvent.BREAKPOINT -> Messages.DebugStops_breakpoint;
			case DebugEvent.STEP_END -> Messages.DebugStops_step;
			case DebugEvent.CLIENT_REQUEST -> Messages.DebugStops_user;
			default -> Messages.DebugStops_debugger;
		};
	}

	private static boolean isSuspended(IDebugTarget target) {
		try {
			return target.isSuspended() || Arrays.stream(target.getThreads()).anyMatch(IThread::isSuspended);
		} catch (DebugException e) {
			return false; // it starts or has ended
		}
	}
}
