// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.peer;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.frame.TagAllocator;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/**
 * Matches the replies of one peer to pending requests by tag. Owned by the requesting client or tool; lives on the peer's loop. Every
 * request ends: by its reply, its time limit, the loss of the connection, or the cancellation of its future.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_sendrecv.c"
 */
public final class PendingReplies {
	private static final PeerLog LOG = PeerLog.of(PendingReplies.class);

	private final Peer peer;
	private final EventLoop loop;
	private final TagAllocator tags;
	private final Map<Integer, Waiting> waiting = new LinkedHashMap<>();
	private long late;

	/**
	 * @param peer receives the requests
	 * @param tags allocates the tag of each request
	 */
	public PendingReplies(Peer peer, TagAllocator tags) {
		this.peer = peer;
		this.loop = peer.loop();
		this.tags = tags;
	}

	/**
	 * Sends a request.
	 *
	 * @param operation name of the request, for messages
	 * @param payload   the request
	 * @param limit     longest time to wait for the reply
	 * @return the payload of the reply; completed on the loop. Fails with {@code ERR_TIMEOUT} after the limit, and with {@code ERR_UNREACH}
	 *         when the connection is lost or the reply is empty
	 */
	public CompletableFuture<byte[]> request(String operation, byte[] payload, Duration limit) {
		assert loop.inLoop();
		CompletableFuture<byte[]> result = new CompletableFuture<>();
		if (peer.isClosed()) {
			result.completeExceptionally(unreachable(operation, "the connection is closed"));
			return result;
		}
		int tag = tags.next();
		Timer timer = loop.schedule(limit, () -> expire(tag, limit));
		waiting.put(tag, new Waiting(operation, loop.nanos(), result, timer));
		result.whenComplete((reply, failure) -> {
			if (result.isCancelled()) {
				loop.execute(() -> forget(tag));
			}
		});
		peer.send(tag, payload);
		return result;
	}

	/**
	 * Completes the request that a frame answers.
	 *
	 * @param frame a frame from the peer
	 * @return whether the frame is a reply, including a late one, which is dropped; {@code false} if it is for another receiver
	 */
	public boolean received(Frame frame) {
		assert loop.inLoop();
		if (!Tag.isDynamic(frame.tag())) {
			return false;
		}
		Waiting request = waiting.remove(frame.tag());
		if (request == null) {
			late++;
			LOG.log(Level.DEBUG, "Dropped {0} from {1}: no request waits for it", frame, peer);
		} else {
			request.timer.cancel();
			if (frame.payload().length == 0) {
				request.result.completeExceptionally(unreachable(request.operation, "the reply is empty"));
			} else {
				request.result.complete(frame.payload());
			}
		}
		return true;
	}

	/**
	 * Fails all pending requests.
	 *
	 * @param reason why the connection ended
	 */
	public void lost(CloseReason reason) {
		assert loop.inLoop();
		List<Waiting> failed = new ArrayList<>(waiting.values());
		waiting.clear();
		for (Waiting request : failed) {
			request.timer.cancel();
			request.result.completeExceptionally(unreachable(request.operation, reason.detail()));
		}
	}

	/** @return number of replies dropped because their request had ended */
	public long lateReplies() {
		return late;
	}

	/** @return the pending requests and how long they have waited, oldest first, for people */
	public List<String> dump() {
		assert loop.inLoop();
		List<String> lines = new ArrayList<>();
		waiting.forEach((tag, request) -> lines.add(String.format(Locale.ROOT, "%s (tag %s) has waited %.1f s for its reply",
				request.operation, Tag.toString(tag), (loop.nanos() - request.since) / 1e9)));
		return lines;
	}

	private void expire(int tag, Duration limit) {
		Waiting request = waiting.remove(tag);
		if (request != null) {
			request.result.completeExceptionally(PmixException.ofServer(Status.ERR_TIMEOUT,
					request.operation + ": no reply within " + limit.toMillis() / 1000.0 + " s from " + peer));
		}
	}

	private void forget(int tag) {
		Waiting request = waiting.remove(tag);
		if (request != null) {
			request.timer.cancel();
		}
	}

	private PmixException unreachable(String operation, String why) {
		return PmixException.ofServer(Status.ERR_UNREACH, operation + ": lost the connection to " + peer + ": " + why);
	}

	private record Waiting(String operation, long since, CompletableFuture<byte[]> result, Timer timer) {
	}
}
