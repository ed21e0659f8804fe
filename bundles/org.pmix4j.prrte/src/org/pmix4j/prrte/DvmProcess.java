// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.prrte;

import java.util.concurrent.CompletableFuture;

import org.pmix4j.dvm.EngineServer;
import org.pmix4j.dvm.EngineStart;
import org.pmix4j.model.PmixException;

/** A DVM that this process has started. Tools may attach to it as to any other server. */
public interface DvmProcess extends EngineServer, EngineStart {
	/**
	 * Waits until the DVM is ready. Closes this if it does not start.
	 *
	 * @return its address for tools
	 * @throws PmixException if it does not start; the message says why, and may have several lines
	 */
	String await() throws PmixException;

	/** Ends the DVM, whether it is ready or not, and waits for its end, for seconds at most. */
	@Override
	void close();

	/** {@return completes with the exit code when it has ended} */
	CompletableFuture<Integer> ended();
}
