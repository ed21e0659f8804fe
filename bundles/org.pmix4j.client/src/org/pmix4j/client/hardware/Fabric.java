// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.hardware;

import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;

/** Information about a fabric, as it was at the last update. Thread-safe. */
public interface Fabric extends AutoCloseable {
	/** {@return the information} */
	Infos infos();

	/**
	 * Obtains the newest information. C: PMIx_Fabric_update.
	 *
	 * @return the fabric with that information
	 * @throws PmixException         {@code ERR_BAD_PARAM} if the fabric was closed, the status of the server if it refuses,
	 *                               {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	Fabric update() throws PmixException;

	/**
	 * Obtains the newest information as {@link #update} does, without waiting. C: PMIx_Fabric_update_nb.
	 *
	 * @return the fabric with that information
	 */
	CompletableFuture<Fabric> updateAsync();

	/** Releases the information, without notice to the server. C: PMIx_Fabric_deregister, PMIx_Fabric_deregister_nb. */
	@Override
	void close();
}
