// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IConfigurationElement;
import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.model.IDebugElement;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Display;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.SessionElement;
import org.pmix4e.ui.internal.parts.DebugTargets;
import org.pmix4e.ui.internal.commands.ElementHandler;
import org.pmix4e.ui.internal.commands.SessionControl;

/**
 * Suspends, resumes or steps the selected ranks; the extension names the {@link RankAction} after a colon. Debuggers are called in a
 * background task, because they may block.
 */
public final class ControlHandler extends ElementHandler {
	private static final int SIGCONT = 18;
	private static final int SIGSTOP = 19;

	private final IDebugEventSetListener follower = this::debugged;
	private RankAction action = RankAction.SUSPEND;

	/** For the workbench. */
	public ControlHandler() {
		DebugPlugin.getDefault().addDebugEventListener(follower);
	}

	@Override
	public void setInitializationData(IConfigurationElement element, String property, @Nullable Object data) {
		super.setInitializationData(element, property, data);
		action = RankAction.valueOf(String.valueOf(data).toUpperCase(Locale.ROOT));
	}

	@Override
	protected String label() {
		return action.label();
	}

	@Override
	protected boolean canRun(List<JobElement> elements) {
		return sessions(elements).findAny().isPresent() || RankGroup.of(elements).ranks().stream().anyMatch(action::applies);
	}

	/** Returns the sessions that are controlled as a whole; of others, the ranks are. */
	private Stream<SessionElement> sessions(List<JobElement> elements) {
		return elements.stream().filter(SessionElement.class::isInstance).map(SessionElement.class::cast)
				.filter(session -> action.ofSession().filter(session::can).isPresent());
	}

	@Override
	protected void run(List<JobElement> elements, ExecutionEvent event) {
		List<SessionElement> sessions = sessions(elements).toList();
		action.ofSession().ifPresent(control -> SessionControl.control(sessions, control, HandlerUtil.getActiveShell(event)));
		RankGroup group = RankGroup.of(elements.stream().filter(element -> !sessions.contains(element)).toList()).only(action::applies);
		if (!group.ranks().isEmpty()) {
			Job.create(NLS.bind(action.task(), group.name()), (ICoreRunnable) monitor -> control(group)).schedule();
		}
	}

	private void control(RankGroup group) throws CoreException {
		RankGroup plain = group.only(rank -> DebugTargets.of(rank).isEmpty() || DebugTargets.isStoppedBySignal(rank));
		plain.byJob().forEach((job, ranks) -> job.signal(action == RankAction.SUSPEND ? SIGSTOP : SIGCONT, ranks));
		for (RankElement rank : group.ranks()) {
			Optional<IDebugTarget> target = plain.ranks().contains(rank) ? Optional.empty() : DebugTargets.of(rank);
			if (target.isPresent() && action.applies(target.get())) {
				action.run(target.get());
			}
		}
	}

	/** Follows the end of steps and of waits at breakpoints, of which the job model knows nothing. */
	private void debugged(DebugEvent[] events) {
		Display display = PlatformUI.getWorkbench().getDisplay();
		if (!display.isDisposed() && Stream.of(events).anyMatch(event -> event.getSource() instanceof IDebugElement)) {
			display.asyncExec(this::update);
		}
	}

	@Override
	public void dispose() {
		DebugPlugin.getDefault().removeDebugEventListener(follower);
		super.dispose();
	}
}
