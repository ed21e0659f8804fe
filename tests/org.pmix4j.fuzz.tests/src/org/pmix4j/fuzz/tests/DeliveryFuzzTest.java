// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.DeliveryCodec;
import org.pmix4j.wire.internal.message.PeerFormat;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes events and output. An input selects a peer and one of both kinds, and holds the payload of a frame. */
class DeliveryFuzzTest {
	@FuzzTest
	void decode_anyBytes_keepsThePromise(byte[] data) {
		Input input = new Input(data);
		PeerFormat peer = input.peer();
		DeliveryCodec codec = new DeliveryCodec(peer);
		boolean event = input.choice(List.of(Tag.NOTIFY, Tag.IOF)) == Tag.NOTIFY;
		byte[] payload = input.rest();
		Messages.Decoder<Delivery> decoder = bytes -> event ? codec.decodeEvent(ByteBuffer.wrap(bytes))
				: codec.decodeIof(ByteBuffer.wrap(bytes));

		Optional<Delivery> delivery = Promise.bounded(payload.length, () -> decoder.decode(payload));

		// a range is read if present, but not sent to old releases
		boolean whole = !event || peer.version().readsEventRange();
		delivery.ifPresent(found -> Messages.requireStable(found, codec::encode, decoder, whole));
	}
}
