// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.modex;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply;

/**
 * The data that a process has committed for one scope, with their packed form for replies to gets. All ranks of a job request the same, so
 * the data are packed once for each encoding, unless they are too long to keep a copy. Owned by {@link ModexStore}; replaced
 * by the next commit.
 */
public final class Committed {
	public static final Committed NOTHING = new Committed(KvalBlob.EMPTY, 0);
	private static final int LONGEST_KEPT = 64 << 10;
	/** The assumed size without the data. */
	private static final int BASE = 256;

	private final KvalBlob data;
	private final long heldSize;
	private final Map<Encoding, byte[]> parts = new HashMap<>();

	private Committed(KvalBlob data, long heldSize) {
		this.data = data;
		this.heldSize = heldSize;
	}

	/** @throws MalformedMessageException if the data cannot be decoded */
	static Committed of(KvalBlob data, Limits limits) throws MalformedMessageException {
		long size = data.heldSize(limits);
		return new Committed(data, BASE + size + Math.min(size, LONGEST_KEPT));
	}

	/** @return the memory that the data and their packed forms occupy, in bytes */
	long heldSize() {
		return heldSize;
	}

	/** @return the committed data */
	public KvalBlob data() {
		return data;
	}

	/**
	 * @param owner  of the data
	 * @param reader whose encoding to use
	 * @return a byte object with owner and data
	 * @throws PmixException if it cannot be expressed in the reader's dialect
	 */
	public byte[] part(Proc owner, ServerPeer reader) throws PmixException {
		byte[] known = parts.get(reader.encoding());
		if (known != null) {
			return known;
		}
		byte[] made = pack(owner, data, reader);
		if (made.length <= LONGEST_KEPT && this != NOTHING) {
			parts.put(reader.encoding(), made);
		}
		return made;
	}

	/** @return a byte object with owner and data, as it follows the status in the reply to a get */
	public static byte[] pack(Proc owner, KvalBlob data, ServerPeer reader) throws PmixException {
		byte[] whole = reader.encode(new Reply.GetReply(Status.SUCCESS, List.of(new ProcData(owner, data))));
		return Arrays.copyOfRange(whole, reader.encode(Reply.StatusReply.OK).length, whole.length);
	}
}
