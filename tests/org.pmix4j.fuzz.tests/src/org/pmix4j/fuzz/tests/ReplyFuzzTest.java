// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyCodec;
import org.pmix4j.wire.internal.message.ReplyKind;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes every kind of reply. An input selects a peer and a kind, and holds the payload of a frame. */
class ReplyFuzzTest {
	private static final List<ReplyKind<?>> KINDS = List.of(ReplyKind.STATUS, ReplyKind.JOB_INFO, ReplyKind.GET, ReplyKind.LOOKUP,
			ReplyKind.SPAWN, ReplyKind.CONNECT, ReplyKind.INFOS, ReplyKind.CREDENTIAL, ReplyKind.IOF_PULL, ReplyKind.GROUP,
			ReplyKind.DISTANCES, ReplyKind.REFRESH, ReplyKind.RESOLVE_PEERS, ReplyKind.RESOLVE_NODE);

	@FuzzTest
	void decode_anyBytes_keepsThePromise(byte[] data) {
		Input input = new Input(data);
		PeerFormat peer = input.peer();
		ReplyCodec codec = new ReplyCodec(peer);
		ReplyKind<?> kind = input.choice(KINDS);
		byte[] payload = input.rest();

		Optional<Reply> reply = Promise.bounded(payload.length, () -> codec.decode(kind, ByteBuffer.wrap(payload)));

		reply.ifPresent(found -> Messages.requireStable(found, codec::encode, bytes -> codec.decode(kind, ByteBuffer.wrap(bytes)),
				isWhole(found, peer)));
	}

	/** Most error replies have no content, and groups of old releases have no members. */
	private static boolean isWhole(Reply reply, PeerFormat peer) {
		return reply.status().equals(Status.SUCCESS)
				&& !(reply instanceof Reply.GroupReply group && !group.members().isEmpty() && !peer.version().isAtLeast(4, 2, 4));
	}
}
