// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.prrte;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A program that starts prte as its child, when it has found nodes for it, such as that of a resource manager. */
public interface DvmStarter {
	/** {@return the command line, behind which that of prte follows; its standard input must reach prte} */
	List<String> command();

	/**
	 * Called with each line that it or prte writes.
	 *
	 * @param line without its end
	 * @return whether the line is of no further use
	 */
	boolean take(String line);

	/** {@return completes when it starts prte; from then on the time counts until the DVM is ready} */
	CompletableFuture<Void> begun();

	/**
	 * {@return why it has not started prte, for users; empty if it has}
	 *
	 * @param lines the lines of use that it has written before it ended
	 */
	Optional<String> refusal(List<String> lines);
}
