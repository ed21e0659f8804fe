// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.iof;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.jspecify.annotations.Nullable;
import org.pmix4j.client.IofHandler;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.IofOutput;
import org.pmix4j.client.internal.call.Callbacks;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.message.Delivery.IofDelivery;
import org.pmix4j.wire.internal.message.IofRequest;
import org.pmix4j.wire.internal.message.Reply.IofPullReply;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Pulls output, passes it to handlers, and pushes input. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/common/pmix_iof.c"
 */
public final class IofOperations {
	private static final PeerLog LOG = PeerLog.of(IofOperations.class);
	/** The id of output without a pull, such as the output of a spawned job. */
	private static final long DEFAULT_ID = 0;

	private final ServerLink link;
	private final Duration requestLimit;
	private final Callbacks callbacks;
	private final Backlog backlog;
	private final InputQueue input;
	private final Map<Long, IofHandler> handlers = new HashMap<>();
	private long lastId = DEFAULT_ID;

	/**
	 * @param link         to the server
	 * @param requestLimit for each request
	 * @param callbacks    calls the handlers
	 */
	public IofOperations(ServerLink link, Duration requestLimit, Callbacks callbacks) {
		this.link = link;
		this.requestLimit = requestLimit;
		this.callbacks = callbacks;
		this.backlog = new Backlog(link.peer());
		this.input = new InputQueue(link, requestLimit);
	}

	/**
	 * Requests output from the server. The handler is registered before the request is sent, because the server sends kept output right after
	 * the reply.
	 *
	 * @param options the output to receive
	 * @param handler receives the output
	 * @return ends the forwarding when it is run on the loop; fails if the server refuses
	 */
	public CompletableFuture<Runnable> pull(IofOptions options, IofHandler handler) {
		assert link.inLoop();
		lastId++;
		long id = lastId;
		handlers.put(id, handler);
		String operation = "output of " + options.procs();
		IofRequest request = new IofRequest.IofPull(options.procs(), options.infos(), options.channels(), id);
		return link.request(operation, request, ReplyKind.IOF_PULL, requestLimit).handle((reply, failure) -> {
			if (reply == null || !Replies.isSuccess(reply.status())) {
				handlers.remove(id);
				throw new CompletionException(refusal(operation, reply, failure));
			}
			return () -> end(id, reply.refId(), operation);
		});
	}

	private static Exception refusal(String operation, @Nullable IofPullReply reply, @Nullable Throwable failure) {
		return reply != null ? Replies.refused(operation, reply.status())
				: Replies.failure(failure != null ? failure : new IllegalStateException("neither a reply nor a failure"));
	}

	/**
	 * Sets the handler of output without a pull. Such output is dropped if there is no handler.
	 *
	 * @param handler receives the output
	 */
	public void takeUnrequested(IofHandler handler) {
		assert link.inLoop();
		handlers.put(DEFAULT_ID, handler);
	}

	private void end(long id, long refId, String operation) {
		assert link.inLoop();
		if (handlers.remove(id) == null || !link.isOpen()) {
			return;
		}
		link.request("end of " + operation, new IofRequest.IofDeregister(Infos.EMPTY, refId), ReplyKind.STATUS, requestLimit)
				.thenAccept(reply -> Replies.requireSuccess("end of " + operation, reply)).exceptionally(failure -> {
					LOG.log(Level.DEBUG, "The server may continue to forward the " + operation, failure);
					return null;
				});
	}

	/**
	 * Hands output from the server to its handler.
	 *
	 * @param output some bytes, or the end of a stream
	 */
	public void delivered(IofDelivery output) {
		assert link.inLoop();
		IofHandler handler = handlers.get(output.localId());
		if (handler == null) {
			LOG.log(Level.DEBUG, "Output of {0} for the unknown handler {1} is dropped", output.source(),
					output.localId());
			return;
		}
		int size = output.data().size();
		backlog.add(size);
		IofOutput piece = new IofOutput(output.source(), output.channel(), output.infos(), output.data());
		callbacks.call(() -> {
			handler.handle(piece);
			return CompletableFuture.completedStage(piece);
		}).whenComplete((handled, failure) -> {
			backlog.remove(size);
			if (failure != null) {
				LOG.log(Level.WARNING, "The output handler failed for output of " + output.source(), failure);
			}
		});
	}

	/**
	 * Sends bytes to the standard input of processes, after those of earlier calls.
	 *
	 * @param targets the processes
	 * @param data    the bytes
	 * @param infos   directives
	 * @return completed when the server is ready for more; fails with its status
	 */
	public CompletableFuture<Void> push(List<Proc> targets, ByteObject data, Infos infos) {
		assert link.inLoop();
		return input.push(targets, data, infos);
	}

	/**
	 * Ends the standard input of processes, after the bytes of earlier calls.
	 *
	 * @param targets the processes
	 * @param infos   directives
	 * @return completed when the server has the end; fails with its status
	 */
	public CompletableFuture<Void> endInput(List<Proc> targets, Infos infos) {
		assert link.inLoop();
		return input.end(targets, infos);
	}
}
