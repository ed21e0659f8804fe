// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.nio.ByteBuffer;

import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.Delivery.IofDelivery;
import org.pmix4j.wire.internal.message.Delivery.KeyDeletion;

/**
 * Encodes deliveries (on a server) and decodes them (on a client) for one peer. Stateless, so any thread may use it. Bytes after a delivery
 * are ignored.
 *
 * @see "OpenPMIx src/event/pmix_event_notification.c and src/common/pmix_iof.c"
 */
public final class DeliveryCodec {
	private final PeerFormat peer;

	/** @param peer message format of the peer */
	public DeliveryCodec(PeerFormat peer) {
		this.peer = peer;
	}

	/**
	 * @param delivery a delivery
	 * @return the payload of its frame, which may be sent to all peers of the same format
	 * @throws PmixException if the peer's release does not know a type that the delivery needs
	 */
	public byte[] encode(Delivery delivery) throws PmixException {
		MessageWriter out = new MessageWriter(peer);
		if (delivery instanceof EventDelivery event) {
			out.command(CommandCode.NOTIFY).put(event.code()).put(event.source()).infos(event.infos());
			if (peer.version().readsEventRange()) {
				out.put(event.range());
			}
		} else if (delivery instanceof IofDelivery iof) {
			out.put(iof.source()).put(iof.channel()).size(iof.localId()).infos(iof.infos()).put(iof.data());
		} else if (delivery instanceof KeyDeletion deletion) {
			out.put(deletion.owner()).put(deletion.scope()).text(deletion.key());
		}
		return out.toByteArray();
	}

	/**
	 * @param payload payload of a frame with the tag for events
	 * @return the event
	 * @throws MalformedMessageException if the payload is not an event
	 */
	public EventDelivery decodeEvent(ByteBuffer payload) throws MalformedMessageException {
		return MessageReader.read(peer, payload, DeliveryCodec::event);
	}

	/**
	 * @param payload payload of a frame with the tag for output
	 * @return the output
	 * @throws MalformedMessageException if the payload is not output
	 */
	public IofDelivery decodeIof(ByteBuffer payload) throws MalformedMessageException {
		return MessageReader.read(peer, payload,
				in -> new IofDelivery(in.proc(), in.channel(), in.size(), in.infos(), in.bytes()));
	}

	private static EventDelivery event(MessageReader in) throws MalformedMessageException {
		int code = in.get(DataType.COMMAND, PmixValue.Command.class).code();
		if (code != CommandCode.NOTIFY.code()) {
			throw new MalformedMessageException(
					"command " + code + " on the tag for events, which only carries " + CommandCode.NOTIFY);
		}
		Status status = in.status();
		Proc source = in.proc();
		Infos infos = in.infos();
		return new EventDelivery(status, source, in.hasRemaining() ? in.range() : DataRange.LOCAL, infos);
	}
}
