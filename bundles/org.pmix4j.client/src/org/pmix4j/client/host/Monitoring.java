// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.host;

import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;

/** Monitoring that this process has requested. Ends when it is closed, or with the process. Thread-safe. */
public interface Monitoring extends AutoCloseable {
	/** {@return the value of PMIX_MONITOR_ID, by which the request is known to the host} */
	String id();

	/** {@return the details of the host; empty if the server itself monitors} */
	Infos details();

	/**
	 * Ends the monitoring (PMIX_MONITOR_CANCEL). Repeated calls do nothing.
	 *
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	@Override
	void close() throws PmixException;

	/**
	 * Ends the monitoring as {@link #close} does, without waiting.
	 *
	 * @return completed when the monitoring has ended
	 */
	CompletableFuture<Void> closeAsync();
}
