// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * Processes that are connected. Ends when all of them have disconnected, or with one of them. Thread-safe.
 *
 * @see "PMIx Standard, chapter Process Management, Connect and Disconnect"
 */
public interface ConnectedProcesses extends AutoCloseable {
	/** {@return the processes, as in the call that connected them} */
	List<Proc> procs();

	/**
	 * Waits until all processes have disconnected, with the limit of the call that connected them. C: PMIx_Disconnect. Repeated calls
	 * do nothing.
	 *
	 * @throws PmixException         {@code ERR_TIMEOUT} if not all processes have called, the status of the server if it refuses,
	 *                               {@code ERR_UNREACH}
	 * @throws IllegalStateException in a handler
	 */
	@Override
	void close() throws PmixException;

	/**
	 * Disconnects the processes as {@link #close} does, without waiting. C: PMIx_Disconnect_nb.
	 *
	 * @param options limit and directives
	 * @return completed when all processes have disconnected
	 */
	CompletableFuture<Void> closeAsync(RequestOptions options);
}
