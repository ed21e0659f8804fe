// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.debug.core.IStatusHandler;

/** Stands for the user interface when a launch group has a question: nothing is to be built. */
public final class SilentStatusHandler implements IStatusHandler {
	/** For the extension registry. */
	public SilentStatusHandler() {
	}

	@Override
	public Object handleStatus(IStatus status, Object source) {
		return Boolean.FALSE;
	}
}
