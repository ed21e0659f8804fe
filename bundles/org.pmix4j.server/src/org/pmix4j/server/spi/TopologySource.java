// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;

/** Describes the hardware of the server's node. Called on the server's executor. */
public interface TopologySource {
	/**
	 * Returns the topology when a process requests device distances without its own topology. Not called if the server shares one.
	 *
	 * @return the hardware in hwloc's XML, version 2; NOT_SUPPORTED by default
	 */
	default CompletionStage<Topology> topology() {
		return CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_SUPPORTED, "the topology is not supported by the host"));
	}
}
