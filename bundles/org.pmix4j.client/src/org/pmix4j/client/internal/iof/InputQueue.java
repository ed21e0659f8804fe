// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.iof;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.internal.message.IofRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Sends input in the order of the calls, one piece at a time; the reply of the server means that it is ready for more. A failed
 * piece fails its call, but not later ones. Owned by {@link IofOperations}, on the loop.
 */
final class InputQueue {
	/** Maximum number of bytes in one message; some releases accept no messages beyond 16 MiB. */
	private static final int PIECE = 64 << 10;

	private final ServerLink link;
	private final Duration limit;
	private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

	InputQueue(ServerLink link, Duration limit) {
		this.link = link;
		this.limit = limit;
	}

	CompletableFuture<Void> push(List<Proc> targets, ByteObject data, Infos infos) {
		byte[] bytes = data.toByteArray();
		return enqueue(() -> pieces(targets, bytes, 0, infos));
	}

	CompletableFuture<Void> end(List<Proc> targets, Infos infos) {
		return enqueue(() -> send(new IofRequest.IofPush(targets, infos, ByteObject.EMPTY, true)));
	}

	private CompletableFuture<Void> enqueue(Sending sending) {
		assert link.inLoop();
		CompletableFuture<Void> result = last.handle((nothing, failure) -> null).thenCompose(nothing -> sending.begin());
		last = result;
		return result;
	}

	private CompletableFuture<Void> pieces(List<Proc> targets, byte[] bytes, int from, Infos infos) {
		if (from >= bytes.length) {
			return CompletableFuture.completedFuture(null);
		}
		int end = Math.min(from + PIECE, bytes.length);
		ByteObject piece = ByteObject.wrap(Arrays.copyOfRange(bytes, from, end));
		return send(new IofRequest.IofPush(targets, infos, piece, false)).thenCompose(nothing -> pieces(targets, bytes, end, infos));
	}

	private CompletableFuture<Void> send(IofRequest.IofPush request) {
		String operation = "input for " + request.targets();
		return link.request(operation, request, ReplyKind.STATUS, limit)
				.thenAccept(reply -> Replies.requireSuccess(operation, reply));
	}

	/** A call that waits for its turn. */
	private interface Sending {
		CompletableFuture<Void> begin();
	}
}
