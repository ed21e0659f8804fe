// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.IStatusHandler;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.internal.configuration.LaunchOptions;
import org.pmix4e.core.internal.configuration.LaunchPlans;
import org.pmix4e.core.launch.LaunchValidator;
import org.pmix4e.core.spi.LaunchProblem;

/** Offers the user what mends a launch that would be refused. Stateless; blocks until the user has answered. */
final class LaunchFixes {
	private LaunchFixes() {
	}

	/**
	 * Lets the user mend the errors of a configuration.
	 *
	 * @throws CoreException with the first error if no user can be asked, or CANCEL if the user has not mended it
	 */
	static void requireValid(ILaunchConfiguration configuration, ILaunch launch) throws CoreException {
		for (Optional<LaunchProblem> error = LaunchValidator.firstError(configuration); error.isPresent();
				error = LaunchValidator.firstError(configuration)) {
			boolean isProgram = error.get().attribute().equals(PmixLaunchConstants.ATTR_PROGRAM);
			Optional<Boolean> mended = ask(isProgram ? PmixLaunchConstants.STATUS_PROGRAM : PmixLaunchConstants.STATUS_CONFIGURATION,
					error.get().message(), launch);
			if (mended.isEmpty()) {
				throw new CoreException(Status.error(error.get().message()));
			}
			goOnIf(mended.get());
		}
	}

	/**
	 * Lets the user launch without a debugger, or name one.
	 *
	 * @param problem why there is none
	 * @throws CoreException CANCEL if the user does not want that
	 */
	static void debugAnyway(String problem, ILaunch launch) throws CoreException {
		goOnIf(ask(PmixLaunchConstants.STATUS_DEBUGGER, problem, launch).orElse(true));
	}

	/**
	 * Launches anew with more ranks than slots if the user wants that, and removes the launch that was refused.
	 *
	 * @throws CoreException the refusal if oversubscription does not help or no user can be asked, or CANCEL if the user does not want that
	 */
	static void oversubscribe(SlotsException refusal, ILaunch launch, IProgressMonitor monitor) throws CoreException {
		ILaunchConfiguration configuration = launch.getLaunchConfiguration();
		ILaunchConfigurationWorkingCopy copy = configuration.getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_MAP_BY,
				LaunchOptions.oversubscribing(copy.getAttribute(PmixLaunchConstants.ATTR_MAP_BY, "")));
		Optional<Boolean> wanted = canBeMapped(copy) ? ask(PmixLaunchConstants.STATUS_OVERSUBSCRIBE,
				LaunchOptions.sentence(refusal.getStatus().getMessage()), launch)
				: Optional.empty();
		if (wanted.isEmpty()) {
			throw refusal;
		}
		goOnIf(wanted.get());
		copy.doSave();
		DebugPlugin.getDefault().getLaunchManager().removeLaunch(launch);
		configuration.launch(launch.getLaunchMode(), monitor);
	}

	private static boolean canBeMapped(ILaunchConfiguration configuration) {
		try {
			LaunchPlans.preview(configuration);
			return true;
		} catch (CoreException e) {
			return false; // the user gets the reason of the launch that was refused
		}
	}

	private static void goOnIf(boolean isWanted) throws CoreException {
		if (!isWanted) {
			throw new CoreException(Status.CANCEL_STATUS);
		}
	}

	/** Returns the answer of the user; empty if no plug-in can ask. */
	private static Optional<Boolean> ask(int code, String message, ILaunch launch) throws CoreException {
		IStatus status = new Status(IStatus.ERROR, PmixPreferences.NODE, code, message, null);
		IStatusHandler handler = DebugPlugin.getDefault().getStatusHandler(status);
		return handler == null ? Optional.empty() : Optional.of(Boolean.TRUE.equals(handler.handleStatus(status, launch)));
	}
}
