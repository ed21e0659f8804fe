// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A server that runs for one engine only and ends with it. Closed by the engine, after it has detached. */
public interface EngineServer extends AutoCloseable {
	/** {@return its name for people, such as {@code PRRTE on a,b}} */
	String name();

	/**
	 * {@return the last lines that the server has written, when it has ended; none if it has written nothing, or does not end within
	 * seconds}
	 */
	CompletableFuture<List<String>> lastWords();

	/**
	 * {@return for users, why the resource manager has ended the server or is ending it; empty if it has not, or there is none} Signals may
	 * reach the ranks before the server, so that a job ends first.
	 */
	default CompletableFuture<Optional<String>> cancellation() {
		return CompletableFuture.completedFuture(Optional.empty());
	}

	/** Ends the server and all its processes. Blocks until they are gone, for seconds at most. */
	@Override
	void close();
}
