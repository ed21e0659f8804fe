// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Packer;

/** Packs the fields of one message in order. Lives for one message. */
final class MessageWriter {
	private final PeerFormat peer;
	private final Packer packer;

	MessageWriter(PeerFormat peer) {
		this.peer = peer;
		this.packer = new Packer(peer.encoding());
	}

	PeerFormat peer() {
		return peer;
	}

	MessageWriter command(CommandCode command) throws PmixException {
		return put(new PmixValue.Command(command.code()));
	}

	MessageWriter put(PmixValue value) throws PmixException {
		packer.put(value);
		return this;
	}

	MessageWriter size(long value) throws PmixException {
		return put(new PmixValue.Size(value));
	}

	MessageWriter uint32(int value) throws PmixException {
		return put(new PmixValue.UInt32(value));
	}

	/** Writes a text; an empty one becomes NULL. */
	MessageWriter text(String value) throws PmixException {
		return put(value.isEmpty() ? PmixValue.NullStr.INSTANCE : new PmixValue.Str(value));
	}

	/** Writes the count and, unless it is 0, the values in one pack. */
	MessageWriter counted(DataType type, List<? extends PmixValue> values) throws PmixException {
		size(values.size());
		if (!values.isEmpty()) {
			packer.putAll(type, values);
		}
		return this;
	}

	/**
	 * Writes infos like {@link #counted}, but omits those with types that the peer does not know, since one of them would make the whole
	 * message unreadable.
	 */
	MessageWriter infos(Infos infos) throws PmixException {
		return counted(DataType.INFO, known(infos));
	}

	List<Info> known(Infos infos) {
		Dialect dialect = peer.encoding().dialect();
		return infos.stream().allMatch(info -> KnownTypes.covers(dialect, info)) ? infos.list()
				: infos.stream().filter(info -> KnownTypes.covers(dialect, info)).toList();
	}

	MessageWriter procs(List<Proc> procs) throws PmixException {
		return counted(DataType.PROC, procs);
	}

	/** Writes key-value pairs, which extend to the end of the message or of the enclosing byte object. */
	MessageWriter kvals(KvalBlob blob) throws PmixException {
		packer.putRaw(blob.encodedFor(peer.encoding(), peer.limits()));
		return this;
	}

	/** Writes a byte object that contains a value followed by key-value pairs. */
	MessageWriter enclosed(PmixValue owner, KvalBlob blob) throws PmixException {
		return put(new MessageWriter(peer).put(owner).kvals(blob).toByteObject());
	}

	ByteObject toByteObject() {
		return packer.toByteObject();
	}

	byte[] toByteArray() {
		return packer.toByteArray();
	}
}
