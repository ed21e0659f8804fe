// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;

/** Knows what hardware the server's node has. Called on the server's executor. */
public interface TopologySource {
	/**
	 * Describes the node, when a process asks how far devices are and brings no description of its own. Not asked if the server was
	 * given one to share.
	 *
	 * @return the hardware in XML of hwloc 2; NOT_SUPPORTED if not overridden
	 */
	default CompletionStage<Topology> topology() {
		return CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_SUPPORTED, "topology: the host does not offer it"));
	}
}
