// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import org.eclipse.lsp4j.debug.ContinuedEventArguments;
import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.eclipse.lsp4j.debug.ThreadEventArguments;
import org.pmix4e.dap.internal.adapter.AdapterListener;

/** Ignores all events of an adapter; tests override those that they look at. */
class QuietListener implements AdapterListener {
	@Override
	public void stopped(StoppedEventArguments event) {
		// any number
	}

	@Override
	public void continued(ContinuedEventArguments event) {
		// any number
	}

	@Override
	public void threadChanged(ThreadEventArguments event) {
		// any number
	}

	@Override
	public void ended() {
		// sooner or later
	}
}
