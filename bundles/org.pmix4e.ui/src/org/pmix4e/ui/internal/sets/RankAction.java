// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IThread;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.SessionAction;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.parts.DebugTargets;

/** The ways to control ranks. A rank under a debugger is controlled by the debugger, any other one by signals. Stateless. */
enum RankAction {
	/** Suspends the debugged program, or stops the process. */
	SUSPEND(Messages.sets_suspend, Messages.action_suspend) {
		@Override
		Optional<SessionAction> ofSession() {
			return Optional.of(SessionAction.PAUSE);
		}

		@Override
		boolean applies(IDebugTarget target) {
			return target.canSuspend();
		}

		@Override
		void run(IDebugTarget target) throws DebugException {
			target.suspend();
		}

		@Override
		boolean applies(ElementState state) {
			return state == ElementState.RUNNING || state == ElementState.CONNECTED || state == ElementState.FINALIZED;
		}
	},
	/** Resumes the debugged program with all its threads, or continues the process. */
	RESUME(Messages.sets_resume, Messages.action_resume) {
		@Override
		Optional<SessionAction> ofSession() {
			return Optional.of(SessionAction.RESUME);
		}

		@Override
		boolean applies(IDebugTarget target) {
			return target.canResume() || threads(target).anyMatch(IThread::canResume);
		}

		@Override
		void run(IDebugTarget target) throws DebugException {
			if (target.canResume()) {
				target.resume();
			} else {
				for (IThread thread : threads(target).filter(IThread::canResume).toList()) {
					thread.resume();
				}
			}
		}

		@Override
		boolean applies(ElementState state) {
			return state == ElementState.SUSPENDED;
		}
	},
	/** Steps over a line. */
	STEP_OVER(Messages.sets_step, Messages.action_stepOver) {
		@Override
		boolean applies(IDebugTarget target) {
			return stopped(target).filter(IThread::canStepOver).isPresent();
		}

		@Override
		void run(IDebugTarget target) throws DebugException {
			stopped(target).orElseThrow().stepOver();
		}
	},
	/** Steps into a call. */
	STEP_INTO(Messages.sets_step, Messages.action_stepInto) {
		@Override
		boolean applies(IDebugTarget target) {
			return stopped(target).filter(IThread::canStepInto).isPresent();
		}

		@Override
		void run(IDebugTarget target) throws DebugException {
			stopped(target).orElseThrow().stepInto();
		}
	},
	/** Steps to the end of a call. */
	STEP_RETURN(Messages.sets_step, Messages.action_stepReturn) {
		@Override
		boolean applies(IDebugTarget target) {
			return stopped(target).filter(IThread::canStepReturn).isPresent();
		}

		@Override
		void run(IDebugTarget target) throws DebugException {
			stopped(target).orElseThrow().stepReturn();
		}
	};

	private final String task;
	private final String label;

	/** Returns the action on a session that suspends or resumes all of its jobs; there is none for steps. */
	Optional<SessionAction> ofSession() {
		return Optional.empty();
	}

	/**
	 * @param task  the name of the background task; the ranks are appended
	 * @param label of menu items
	 */
	RankAction(String task, String label) {
		this.task = task;
		this.label = label;
	}

	String label() {
		return label;
	}

	String task() {
		return task;
	}

	/** Returns whether the action has an effect on a rank. */
	final boolean applies(RankElement rank) {
		Optional<IDebugTarget> target = DebugTargets.of(rank);
		return target.isPresent() && !DebugTargets.isStoppedBySignal(rank) ? applies(target.get()) : applies(rank.state());
	}

	abstract boolean applies(IDebugTarget target);

	/** Controls the program of a debugged rank. May block. */
	abstract void run(IDebugTarget target) throws DebugException;

	/** Returns whether a signal has an effect on a rank in a state; there is none for steps. */
	boolean applies(ElementState state) {
		return false;
	}

	/** Returns the thread to step: the first one that waits at a breakpoint, otherwise the first one that can step. */
	private static Optional<IThread> stopped(IDebugTarget target) {
		List<IThread> suspended = threads(target).filter(IThread::isSuspended).filter(thread -> thread.canStepReturn() || thread.canStepOver())
				.toList();
		return suspended.stream().filter(thread -> thread.getBreakpoints().length > 0).findFirst().or(() -> suspended.stream().findFirst());
	}

	private static Stream<IThread> threads(IDebugTarget target) {
		try {
			return target.isTerminated() ? Stream.empty() : Stream.of(target.getThreads());
		} catch (DebugException e) {
			return Stream.empty(); // the target has just ended
		}
	}
}
