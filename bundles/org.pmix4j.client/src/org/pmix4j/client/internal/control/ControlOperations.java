// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.control;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.wire.internal.message.ControlRequest;

/**
 * Sends requests that the server passes to its host. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/client/pmix_client_spawn.c, src/common/pmix_control.c and pmix_query.c"
 */
public final class ControlOperations {
	private final ServerLink link;
	private final Duration requestLimit;

	/**
	 * @param link         to the server
	 * @param requestLimit for each request that sets no limit of its own
	 */
	public ControlOperations(ServerLink link, Duration requestLimit) {
		this.link = link;
		this.requestLimit = requestLimit;
	}

	/**
	 * Controls processes.
	 *
	 * @param targets the processes; empty for all of the own namespace
	 * @param infos   what is to be done
	 * @return details; fails with the status of the server
	 */
	public CompletableFuture<Infos> control(List<Proc> targets, Infos infos) {
		assert link.inLoop();
		return link.ask("job control", new ControlRequest.JobControl(targets, infos), Duration.ZERO, requestLimit);
	}

	/**
	 * Asks for information.
	 *
	 * @param queries the queries
	 * @return the answers; fails with the status of the server
	 */
	public CompletableFuture<Infos> query(List<Query> queries) {
		assert link.inLoop();
		return link.ask("query", new ControlRequest.QueryRequest(queries), Duration.ZERO, requestLimit);
	}
}
