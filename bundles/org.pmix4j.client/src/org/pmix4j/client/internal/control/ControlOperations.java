// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.control;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Sends requests that the server forwards to its host. Owned by a session, on its loop. A limit of zero stands for the request limit.
 *
 * @see "OpenPMIx src/common/pmix_control.c, pmix_query.c, pmix_log.c, pmix_monitor.c, pmix_alloc.c and pmix_session_control.c"
 */
public final class ControlOperations {
	private final ServerLink link;
	private final Duration requestLimit;

	/**
	 * @param link         to the server
	 * @param requestLimit default limit of a request
	 */
	public ControlOperations(ServerLink link, Duration requestLimit) {
		this.link = link;
		this.requestLimit = requestLimit;
	}

	/**
	 * Controls processes.
	 *
	 * @param targets the processes; empty for all of this process's namespace
	 * @param infos   the actions
	 * @return details; fails with the status of the server
	 */
	public CompletableFuture<Infos> control(List<Proc> targets, Infos infos) {
		return control(targets, infos, Duration.ZERO);
	}

	/** Controls processes as {@link #control(List, Infos)} does, with a limit. */
	public CompletableFuture<Infos> control(List<Proc> targets, Infos infos, Duration limit) {
		assert link.inLoop();
		return link.ask("job control", new ControlRequest.JobControl(targets, infos), limit, requestLimit);
	}

	/**
	 * Queries information.
	 *
	 * @param queries the queries
	 * @return the answers, possibly not to all keys; fails with the status of the server if there is none
	 */
	public CompletableFuture<Infos> query(List<Query> queries) {
		assert link.inLoop();
		return link.request("query", new ControlRequest.QueryRequest(queries), ReplyKind.INFOS, requestLimit).thenApply(reply -> {
			Status status = reply.status();
			if (!status.equals(Status.QUERY_PARTIAL_SUCCESS) && !status.equals(Status.ERR_PARTIAL_SUCCESS)) {
				Replies.requireSuccess("query", reply);
			}
			return reply.infos();
		});
	}

	/**
	 * Logs data.
	 *
	 * @param data       channels with their content
	 * @param directives directives
	 * @param limit      the time to wait for the reply
	 * @return completed when the data are logged; fails with the status of the server
	 */
	public CompletableFuture<Void> log(Infos data, Infos directives, Duration limit) {
		assert link.inLoop();
		if (data.isEmpty()) {
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_BAD_PARAM, "log without data"));
		}
		try {
			boolean timed = directives.isTrue(LogAttributes.LOG_GENERATE_TIMESTAMP);
			long timestamp = timed ? System.currentTimeMillis() / 1000 : 0;
			return link.perform("log", new ControlRequest.Log(timestamp, data, directives), limit, requestLimit);
		} catch (PmixException otherType) {
			return CompletableFuture.failedFuture(otherType);
		}
	}

	/**
	 * Requests, changes or gives back resources.
	 *
	 * @param directive kind of change
	 * @param infos     details
	 * @param limit     the time to wait for the reply
	 * @return details of the allocation; fails with the status of the server
	 */
	public CompletableFuture<Infos> allocate(AllocDirective directive, Infos infos, Duration limit) {
		assert link.inLoop();
		return link.ask("allocation request", new ControlRequest.Allocate(directive, infos), limit, requestLimit);
	}

	/**
	 * Monitors this process.
	 *
	 * @param subject the subject to monitor
	 * @param error   code of the event to raise
	 * @param infos   directives
	 * @param limit   the time to wait for the reply
	 * @return details; fails with the status of the server
	 */
	public CompletableFuture<Infos> monitor(Info subject, Status error, Infos infos, Duration limit) {
		assert link.inLoop();
		return link.ask("monitoring", new ControlRequest.Monitor(subject, error, infos), limit, requestLimit);
	}

	/** Sends one heartbeat, if the server is still there. */
	public void heartbeat() {
		assert link.inLoop();
		link.heartbeat();
	}

	/**
	 * Controls a session.
	 *
	 * @param sessionId number of the session, unsigned
	 * @param infos     actions
	 * @param limit     the time to wait for the reply
	 * @return details; fails with the status of the server
	 */
	public CompletableFuture<Infos> controlSession(int sessionId, Infos infos, Duration limit) {
		assert link.inLoop();
		return link.ask("control of session " + Integer.toUnsignedString(sessionId), new ControlRequest.SessionControl(sessionId, infos),
				limit, requestLimit);
	}

	/**
	 * Changes a resource block.
	 *
	 * @param directive action
	 * @param block     name of the block
	 * @param units     the resources
	 * @param infos     directives
	 * @param limit     the time to wait for the reply
	 * @return completed when the block is changed; fails with the status of the server
	 */
	public CompletableFuture<Void> resourceBlock(ResourceBlockDirective directive, String block, List<ResourceUnit> units, Infos infos,
			Duration limit) {
		assert link.inLoop();
		String operation = "change of resource block " + block;
		if (!link.version().servesResourceBlocks()) {
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_SUPPORTED,
					operation + ": the PMIx server has release " + link.version() + ", but 6.0 or newer is required"));
		}
		return link.perform(operation, new ControlRequest.ResourceBlock(directive, block, units, infos), limit,
				requestLimit);
	}
}
