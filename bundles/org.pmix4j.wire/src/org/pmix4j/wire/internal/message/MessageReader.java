// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Unpacker;

/** Unpacks the parts of which messages are made, one after the other. For one message; ignores what is left of it. */
final class MessageReader {
	private final PeerFormat peer;
	private final Unpacker in;

	/**
	 * Reads the parts of a message.
	 *
	 * @param <T> what comes out
	 */
	interface Body<T> {
		T read(MessageReader in) throws MalformedMessageException;
	}

	private MessageReader(PeerFormat peer, ByteBuffer payload) {
		this.peer = peer;
		this.in = new Unpacker(peer.encoding(), payload, peer.limits());
	}

	/** Reads a message; what a record refuses to hold is the sender's fault. */
	static <T> T read(PeerFormat peer, ByteBuffer payload, Body<T> body) throws MalformedMessageException {
		try {
			return body.read(new MessageReader(peer, payload));
		} catch (IllegalArgumentException e) {
			throw new MalformedMessageException(Status.ERR_BAD_PARAM, "a message that no peer should send: " + e.getMessage());
		}
	}

	PeerFormat peer() {
		return peer;
	}

	boolean hasRemaining() {
		return in.hasRemaining();
	}

	<T extends PmixValue> T get(DataType type, Class<T> as) throws MalformedMessageException {
		return in.get(type, as);
	}

	Status status() throws MalformedMessageException {
		return get(DataType.STATUS, Status.class);
	}

	Proc proc() throws MalformedMessageException {
		return get(DataType.PROC, Proc.class);
	}

	Rank rank() throws MalformedMessageException {
		return get(DataType.PROC_RANK, Rank.class);
	}

	DataRange range() throws MalformedMessageException {
		return get(DataType.DATA_RANGE, DataRange.class);
	}

	IofChannel channel() throws MalformedMessageException {
		return get(DataType.IOF_CHANNEL, IofChannel.class);
	}

	Info info() throws MalformedMessageException {
		return get(DataType.INFO, Info.class);
	}

	ByteObject bytes() throws MalformedMessageException {
		return get(DataType.BYTE_OBJECT, ByteObject.class);
	}

	long size() throws MalformedMessageException {
		return get(DataType.SIZE, PmixValue.Size.class).value();
	}

	int uint32() throws MalformedMessageException {
		return get(DataType.UINT32, PmixValue.UInt32.class).value();
	}

	/** A text that is NULL reads as an empty one. */
	String text() throws MalformedMessageException {
		return in.get(DataType.STRING) instanceof PmixValue.Str text ? text.value() : "";
	}

	/** A number of things, within the limits. */
	int count() throws MalformedMessageException {
		return requireCount(size());
	}

	int requireCount(long count) throws MalformedMessageException {
		if (count < 0 || count > peer.limits().maxCount()) {
			throw new MalformedMessageException(
					"announces " + Long.toUnsignedString(count) + " elements; at most " + peer.limits().maxCount() + " are taken");
		}
		return (int) count;
	}

	/** Their number, and if there are any, all in one pack. */
	<T extends PmixValue> List<T> counted(DataType type, Class<T> as) throws MalformedMessageException {
		return packed(count(), type, as);
	}

	<T extends PmixValue> List<T> packed(int count, DataType type, Class<T> as) throws MalformedMessageException {
		if (count == 0) {
			return List.of();
		}
		List<PmixValue> values = in.getAll(type);
		if (values.size() != count) {
			throw new MalformedMessageException("announces " + count + " of type " + type + " but packs " + values.size());
		}
		return values.stream().map(as::cast).toList();
	}

	Infos infos() throws MalformedMessageException {
		return new Infos(counted(DataType.INFO, Info.class));
	}

	List<Proc> procs() throws MalformedMessageException {
		return counted(DataType.PROC, Proc.class);
	}

	/** Those of a collective operation; without any of them the rest, which release 6.1 packs otherwise, is of no interest. */
	List<Proc> participants() throws MalformedMessageException {
		List<Proc> procs = procs();
		if (procs.isEmpty()) {
			throw new MalformedMessageException(Status.ERR_BAD_PARAM, "a collective operation needs at least one participant");
		}
		return procs;
	}

	/** So many, each in a pack of its own. */
	<T> List<T> each(int count, Body<T> body) throws MalformedMessageException {
		List<T> all = new ArrayList<>();
		for (int missing = count; missing > 0; missing--) {
			all.add(body.read(this));
		}
		return all;
	}

	/** Reads one after the other up to the end. */
	<T> List<T> untilEnd(Body<T> body) throws MalformedMessageException {
		List<T> all = new ArrayList<>();
		while (hasRemaining()) {
			all.add(body.read(this));
		}
		return all;
	}

	/** All that is left, as keys and values that nobody has looked at yet. */
	KvalBlob kvals() {
		ByteBuffer rest = in.remaining();
		byte[] bytes = new byte[rest.remaining()];
		rest.get(bytes);
		return KvalBlob.packed(peer.encoding(), ByteObject.wrap(bytes));
	}

	/** A byte object that holds parts of a message. */
	MessageReader enclosed() throws MalformedMessageException {
		return new MessageReader(peer, bytes().asBuffer());
	}
}
