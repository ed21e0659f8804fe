// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import org.eclipse.lsp4j.debug.ContinuedEventArguments;
import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.eclipse.lsp4j.debug.ThreadEventArguments;

/**
 * Receives the events of a debug adapter, one after the other in their order, on threads of the session, where it may send requests and
 * wait for their replies.
 */
public interface AdapterListener {
	/**
	 * Called when threads of the process have stopped.
	 *
	 * @param event the reason and the thread
	 */
	void stopped(StoppedEventArguments event);

	/**
	 * Called when threads go on though no request has asked for it.
	 *
	 * @param event the thread
	 */
	void continued(ContinuedEventArguments event);

	/**
	 * Called when a thread has started or ended.
	 *
	 * @param event the thread
	 */
	void threadChanged(ThreadEventArguments event);

	/** Called once, as the last event, when the process or the adapter has ended or the adapter has detached. */
	void ended();
}
