// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.debug.core.IStatusHandler;

/** Answers the question of a launch group in place of the user interface: nothing must be built. */
public final class SilentStatusHandler implements IStatusHandler {
	/** Called by the extension registry. */
	public SilentStatusHandler() {
	}

	@Override
	public Object handleStatus(IStatus status, Object source) {
		return Boolean.FALSE;
	}
}
