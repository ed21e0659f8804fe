// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.log;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.PmixException;

/** A destination of logged data. */
@FunctionalInterface
interface LogChannel {
	/**
	 * Logs one datum. May block.
	 *
	 * @return completes when it is logged; empty if the source has no such destination here
	 * @throws PmixException if the datum is malformed or the destination refuses it
	 */
	Optional<CompletableFuture<Void>> log(LogEntry entry) throws PmixException;
}
