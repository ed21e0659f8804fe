// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm;

import org.pmix4j.job.JobListener;
import org.pmix4j.model.PmixException;

/**
 * A server whose start has begun, or to which an engine will attach. One of {@link #launching} and {@link #following} waits for it, once.
 * Closed by the engine that it returns, and by its owner if there is none.
 */
public interface EngineStart extends AutoCloseable {
	/**
	 * Waits for the server, and returns an engine that follows only the jobs that it launches. Closes this if that fails.
	 *
	 * @return the engine
	 * @throws PmixException if there will be no server; the message says why, and may have several lines
	 */
	default ServerEngine launching() throws PmixException {
		return launching(JobListener.NONE);
	}

	/**
	 * Does the same with a listener.
	 *
	 * @param listener follows the launched jobs
	 * @return the engine
	 * @throws PmixException if there will be no server; the message says why, and may have several lines
	 */
	ServerEngine launching(JobListener listener) throws PmixException;

	/**
	 * Waits for the server, and returns an engine that follows all its jobs. Closes this if that fails.
	 *
	 * @param listener follows all jobs
	 * @return the engine
	 * @throws PmixException if there will be no server; the message says why, and may have several lines
	 */
	ServerEngine following(JobListener listener) throws PmixException;

	/**
	 * Ends a server of its own, whether it is ready or not: a thread that waits for it gets its failure. Blocks for seconds at most. Does not
	 * end a server that others have started.
	 */
	@Override
	void close();
}
