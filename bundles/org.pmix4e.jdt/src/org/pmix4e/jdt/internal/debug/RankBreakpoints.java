// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.util.Optional;

import org.eclipse.core.resources.IMarker;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.jdt.core.dom.Message;
import org.eclipse.jdt.debug.core.IJavaBreakpoint;
import org.eclipse.jdt.debug.core.IJavaBreakpointListener;
import org.eclipse.jdt.debug.core.IJavaDebugTarget;
import org.eclipse.jdt.debug.core.IJavaLineBreakpoint;
import org.eclipse.jdt.debug.core.IJavaThread;
import org.eclipse.jdt.debug.core.IJavaType;
import org.eclipse.jdt.debug.core.JDIDebugModel;
import org.eclipse.debug.core.DebugException;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.RankSet;

/**
 * Lets ranks run past breakpoints that are meant for other ranks. A breakpoint without ranks stops every rank, and it stops every program
 * that is no rank. One object serves all launches; called on threads of the debugger.
 */
final class RankBreakpoints implements IJavaBreakpointListener {
	private static final RankBreakpoints INSTANCE = new RankBreakpoints();

	private RankBreakpoints() {
	}

	/** Begins to watch breakpoints. Later calls have no effect. */
	static void install() {
		JDIDebugModel.addJavaBreakpointListener(INSTANCE);
	}

	@Override
	public int breakpointHit(IJavaThread thread, IJavaBreakpoint breakpoint) {
		return stops(thread, breakpoint) ? DONT_CARE : DONT_SUSPEND;
	}

	private static boolean stops(IJavaThread thread, IJavaBreakpoint breakpoint) {
		IMarker marker = breakpoint.getMarker();
		String ranks = marker == null ? "" : marker.getAttribute(PmixLaunchConstants.BREAKPOINT_RANKS, "");
		IProcess process = thread.getDebugTarget().getProcess();
		String rank = process == null ? null : process.getAttribute(PmixLaunchConstants.PROCESS_RANK);
		Optional<RankSet> chosen = RankSet.parse(ranks);
		return rank == null || chosen.isEmpty() || chosen.get().contains(Integer.parseInt(rank));
	}

	@Override
	public void addingBreakpoint(IJavaDebugTarget target, IJavaBreakpoint breakpoint) {
		// the ranks of a breakpoint may change at any time, so only hits count
	}

	@Override
	public int installingBreakpoint(IJavaDebugTarget target, IJavaBreakpoint breakpoint, IJavaType type) {
		return DONT_CARE;
	}

	@Override
	public void breakpointInstalled(IJavaDebugTarget target, IJavaBreakpoint breakpoint) {
		// only hits count
	}

	@Override
	public void breakpointRemoved(IJavaDebugTarget target, IJavaBreakpoint breakpoint) {
		// only hits count
	}

	@Override
	public void breakpointHasRuntimeException(IJavaLineBreakpoint breakpoint, DebugException exception) {
		// the platform reports it
	}

	@Override
	public void breakpointHasCompilationErrors(IJavaLineBreakpoint breakpoint, Message[] errors) {
		// the platform reports it
	}
}
