// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.ILaunchesListener2;
import org.eclipse.osgi.util.NLS;
import org.pmix4e.ui.internal.Messages;

/** Terminates a launch that runs, in the background, and goes on when it has ended. Used once. */
final class LaunchEnd extends Job implements ILaunchesListener2 {
	private static final int LIMIT_SECONDS = 30;

	private final ILaunch launch;
	private final Runnable next;
	private final CountDownLatch ended = new CountDownLatch(1);

	/**
	 * @param name for the user
	 * @param next runs in the background after the end, or at once if the launch has ended
	 */
	LaunchEnd(String name, ILaunch launch, Runnable next) {
		super(NLS.bind(Messages.restart_task, name));
		this.launch = launch;
		this.next = next;
	}

	@Override
	protected IStatus run(IProgressMonitor monitor) {
		ILaunchManager manager = DebugPlugin.getDefault().getLaunchManager();
		manager.addLaunchListener(this);
		try {
			if (!launch.isTerminated()) {
				launch.terminate();
			}
			if (!launch.isTerminated() && !ended.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
				return Status.error(NLS.bind(Messages.restart_runsOn, LIMIT_SECONDS));
			}
		} catch (DebugException e) {
			return e.getStatus();
		} catch (InterruptedException e) {
			return Status.CANCEL_STATUS;
		} finally {
			manager.removeLaunchListener(this);
		}
		next.run();
		return Status.OK_STATUS;
	}

	@Override
	public void launchesTerminated(ILaunch[] launches) {
		if (Stream.of(launches).anyMatch(launch::equals)) {
			ended.countDown();
		}
	}

	@Override
	public void launchesAdded(ILaunch[] launches) {
		// does not matter
	}

	@Override
	public void launchesChanged(ILaunch[] launches) {
		// does not matter
	}

	@Override
	public void launchesRemoved(ILaunch[] launches) {
		// a launch that was removed ends too
	}
}
