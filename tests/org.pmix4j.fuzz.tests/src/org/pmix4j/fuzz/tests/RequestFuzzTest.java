// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.nio.ByteBuffer;
import java.util.Optional;

import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Request;
import org.pmix4j.wire.internal.message.RequestCodec;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes every command. An input selects a peer, and holds the payload of a frame. */
class RequestFuzzTest {
	@FuzzTest
	void decode_anyBytes_keepsThePromise(byte[] data) {
		Input input = new Input(data);
		PeerFormat peer = input.peer();
		RequestCodec codec = new RequestCodec(peer);
		byte[] payload = input.rest();

		Optional<Request> request = Promise.bounded(payload.length, () -> codec.decode(ByteBuffer.wrap(payload)));

		request.filter(found -> isReadable(found, peer, payload.length)).ifPresent(found -> Messages.requireStable(found, codec::encode,
				bytes -> codec.decode(ByteBuffer.wrap(bytes)), !(found instanceof DataRequest.Commit)));
	}

	/** Committed data may have another encoding than the message; then it is decoded only when it is converted. */
	private static boolean isReadable(Request request, PeerFormat peer, int payload) {
		return !(request instanceof DataRequest.Commit commit) || commit.data().stream()
				.allMatch(part -> Promise.bounded(payload, () -> part.data().keys(peer.limits())).isPresent());
	}
}
