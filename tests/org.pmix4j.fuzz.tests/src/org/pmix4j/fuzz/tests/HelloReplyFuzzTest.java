// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.util.List;
import java.util.Optional;

import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.handshake.HelloReply;
import org.pmix4j.wire.internal.handshake.HelloReplyReader;
import org.pmix4j.wire.internal.handshake.ReplyForm;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes replies to hellos. An input holds a form, a seed for splitting, and the reply. */
class HelloReplyFuzzTest {
	@FuzzTest
	void read_anyBytesInAnyPieces_keepsThePromise(byte[] data) {
		Input input = new Input(data);
		ReplyForm form = input.choice(List.of(ReplyForm.values()));
		int seed = input.octet();
		byte[] bytes = input.rest();

		Optional<HelloReply> reply = Promise.bounded(bytes.length, () -> read(form, new Input.Pieces(bytes, seed)))
				.flatMap(found -> found);

		if (reply.isPresent()) {
			byte[] encoded = reply.get().encode();
			Promise.same(reply, Promise.sound(reply, () -> read(form, new Input.Pieces(encoded, seed))));
		}
	}

	private static Optional<HelloReply> read(ReplyForm form, Input.Pieces pieces) throws MalformedMessageException {
		HelloReplyReader reader = new HelloReplyReader(form);
		Optional<HelloReply> reply = Optional.empty();
		while (reply.isEmpty() && pieces.hasNext()) {
			reply = reader.next(pieces.next());
		}
		return reply;
	}
}
