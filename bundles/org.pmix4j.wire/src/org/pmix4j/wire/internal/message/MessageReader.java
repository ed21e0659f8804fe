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

/** Unpacks the fields of one message in order; ignores what follows them. Lives for one message. */
final class MessageReader {
	private final PeerFormat peer;
	private final Unpacker in;

	/**
	 * Reads the fields of a message.
	 *
	 * @param <T> type of the message
	 */
	interface Body<T> {
		T read(MessageReader in) throws MalformedMessageException;
	}

	private MessageReader(PeerFormat peer, ByteBuffer payload) {
		this.peer = peer;
		this.in = new Unpacker(peer.encoding(), payload, peer.limits());
	}

	/** Reads a message; content that its record rejects is reported as malformed. */
	static <T> T read(PeerFormat peer, ByteBuffer payload, Body<T> body) throws MalformedMessageException {
		try {
			return body.read(new MessageReader(peer, payload));
		} catch (IllegalArgumentException e) {
			throw new MalformedMessageException(Status.ERR_BAD_PARAM, "invalid content: " + e.getMessage());
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

	/** Reads a text; NULL becomes an empty text. */
	String text() throws MalformedMessageException {
		return in.get(DataType.STRING) instanceof PmixValue.Str text ? text.value() : "";
	}

	/** Reads a number of elements and checks it against the limits. */
	int count() throws MalformedMessageException {
		return requireCount(size());
	}

	int requireCount(long count) throws MalformedMessageException {
		return in.requireCount(count);
	}

	/** Reads a count and, unless it is 0, that many values in one pack. */
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
		List<T> typed = new ArrayList<>(count);
		for (PmixValue value : values) { // no stream: most requests have two such lists
			typed.add(as.cast(value));
		}
		return List.copyOf(typed);
	}

	Infos infos() throws MalformedMessageException {
		return new Infos(counted(DataType.INFO, Info.class));
	}

	List<Proc> procs() throws MalformedMessageException {
		return counted(DataType.PROC, Proc.class);
	}

	/** Reads the participants of a collective operation. Stops if there are none, since release 6.1 packs the rest differently then. */
	List<Proc> participants() throws MalformedMessageException {
		List<Proc> procs = procs();
		if (procs.isEmpty()) {
			throw new MalformedMessageException(Status.ERR_BAD_PARAM, "a collective operation needs at least one participant");
		}
		return procs;
	}

	/** Reads {@code count} elements, each in its own pack. */
	<T> List<T> each(int count, Body<T> body) throws MalformedMessageException {
		List<T> all = new ArrayList<>();
		for (int missing = count; missing > 0; missing--) {
			all.add(body.read(this));
		}
		return all;
	}

	/** Reads elements up to the end of the message. */
	<T> List<T> untilEnd(Body<T> body) throws MalformedMessageException {
		List<T> all = new ArrayList<>();
		while (hasRemaining()) {
			all.add(body.read(this));
		}
		return all;
	}

	/** Takes all remaining bytes as undecoded key-value pairs. */
	KvalBlob kvals() {
		ByteBuffer rest = in.remaining();
		byte[] bytes = new byte[rest.remaining()];
		rest.get(bytes);
		return KvalBlob.packed(peer.encoding(), ByteObject.wrap(bytes));
	}

	/** Reads a byte object that contains further fields. */
	MessageReader enclosed() throws MalformedMessageException {
		return new MessageReader(peer, bytes().asBuffer());
	}
}
