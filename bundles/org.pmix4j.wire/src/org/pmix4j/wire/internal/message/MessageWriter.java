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

/** Packs the parts of which messages are made, one after the other. For one message. */
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

	/** An empty text is sent as NULL. */
	MessageWriter text(String value) throws PmixException {
		return put(value.isEmpty() ? PmixValue.NullStr.INSTANCE : new PmixValue.Str(value));
	}

	/** Their number, and if there are any, all in one pack. */
	MessageWriter counted(DataType type, List<? extends PmixValue> values) throws PmixException {
		size(values.size());
		if (!values.isEmpty()) {
			packer.putAll(type, values);
		}
		return this;
	}

	/** Like {@link #counted}, without those whose types the peer does not know: one such would spoil the whole message. */
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

	/** Keys and values up to the end of the message, or of the byte object that this writer fills. */
	MessageWriter kvals(KvalBlob blob) throws PmixException {
		packer.putRaw(blob.encodedFor(peer.encoding(), peer.limits()));
		return this;
	}

	/** A byte object that holds one value, and then keys and values up to its end. */
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
