// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A job or rank for which a server keeps values. */
public interface KeyValueSource {
	/**
	 * Asks the server for the values: job data, and what the rank or the ranks of the job have put and published. Returns at once.
	 *
	 * @param most how many values to return at most
	 * @return completes within seconds, on any thread; fails if the server has no data, for instance because the job has ended
	 */
	CompletableFuture<List<KeyValue>> keyValues(int most);
}
