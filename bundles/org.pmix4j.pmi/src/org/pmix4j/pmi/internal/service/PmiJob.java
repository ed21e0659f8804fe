// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A job whose ranks may speak PMI, as its host has planned it. Used on the loop of the service. */
public interface PmiJob {
	/** @return its namespace, which is also the name of its key-value space */
	String nspace();

	/** @return the namespace of the job that has spawned it; empty if none has */
	Optional<String> spawner();

	/** @return the number of its ranks */
	int size();

	/** @return the number of ranks that its session has room for */
	int universeSize();

	/**
	 * @param rank a rank
	 * @return the number of its program in the job
	 */
	int program(int rank);

	/** @return for each rank the number of its node among the nodes of the job, from 0 on */
	int[] nodes();

	/**
	 * Writes a description of the node's hardware, so that ranks need not discover it. Called once, when the first rank asks.
	 *
	 * @return the path of the file, in hwloc's XML; empty if ranks are to discover the hardware themselves; never fails
	 */
	CompletionStage<Optional<String>> topologyFile();

	/** @return the values that its key-value space has from the beginning, by their keys */
	Map<String, String> preput();
}
