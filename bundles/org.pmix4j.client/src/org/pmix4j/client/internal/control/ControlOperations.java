// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.control;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.model.App;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

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
	 * Spawns a job.
	 *
	 * @param infos directives for the job
	 * @param apps  its programs
	 * @param limit how long to wait for the reply
	 * @return the namespace of the job; fails with the status of the server
	 */
	public CompletableFuture<String> spawn(Infos infos, List<App> apps, Duration limit) {
		assert link.inLoop();
		return link.request("spawn", new JobRequest.Spawn(infos, apps), ReplyKind.SPAWN, limit).thenApply(reply -> {
			Replies.requireSuccess("spawn", reply);
			return reply.nspace();
		});
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
		return link.request("job control", new ControlRequest.JobControl(targets, infos), ReplyKind.INFOS, requestLimit)
				.thenApply(reply -> {
					Replies.requireSuccess("job control", reply);
					return reply.infos();
				});
	}

	/**
	 * Asks for information.
	 *
	 * @param queries the queries
	 * @return the answers; fails with the status of the server
	 */
	public CompletableFuture<Infos> query(List<Query> queries) {
		assert link.inLoop();
		return link.request("query", new ControlRequest.QueryRequest(queries), ReplyKind.INFOS, requestLimit).thenApply(reply -> {
			Replies.requireSuccess("query", reply);
			return reply.infos();
		});
	}
}
