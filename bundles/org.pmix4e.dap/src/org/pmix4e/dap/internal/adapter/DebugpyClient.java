// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import org.eclipse.lsp4j.debug.services.IDebugProtocolClient;
import org.eclipse.lsp4j.jsonrpc.services.JsonNotification;

/** A client of any adapter, with the event that debugpy adds to the protocol. */
public interface DebugpyClient extends IDebugProtocolClient {
	/** The arguments of the event; filled by the reader of the protocol. */
	final class WaitingForServer {
		private int port;

		/** @return the port of the loopback interface at which the adapter waits for a Python process */
		public int port() {
			return port;
		}
	}

	/**
	 * Called when the adapter waits for the process that it is to debug.
	 *
	 * @param event the port
	 */
	@JsonNotification("debugpyWaitingForServer")
	void waitingForServer(WaitingForServer event);
}
