// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import java.util.HashMap;
import java.util.Map;

import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.message.Delivery;
import org.pmix4j.wire.internal.message.DeliveryCodec;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.Reply;
import org.pmix4j.wire.internal.message.ReplyCodec;

/**
 * A message to several peers, which is packed once for each message format, so that an event or the reply to a group does not cost its
 * length for each receiver. Made for one message, on the server's loop.
 */
public final class SharedMessage {
	private interface Encoder {
		byte[] encode(PeerFormat format) throws PmixException;
	}

	private final Encoder encoder;
	private final Map<PeerFormat, byte[]> packed = new HashMap<>();

	private SharedMessage(Encoder encoder) {
		this.encoder = encoder;
	}

	/** @return an unsolicited message */
	public static SharedMessage of(Delivery delivery) {
		return new SharedMessage(format -> new DeliveryCodec(format).encode(delivery));
	}

	/** @return a reply that is the same for several requests */
	public static SharedMessage of(Reply reply) {
		return new SharedMessage(format -> new ReplyCodec(format).encode(reply));
	}

	/** @throws PmixException if that format cannot express it */
	byte[] payload(PeerFormat format) throws PmixException {
		byte[] known = packed.get(format);
		if (known == null) {
			known = encoder.encode(format);
			packed.put(format, known);
		}
		return known;
	}
}
