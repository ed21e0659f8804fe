// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.modex;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataType;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.Unpacker;
import org.pmix4j.wire.internal.codec.Zlib;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ProcData;

/**
 * Reads the contribution of a release 6 server to a fence: a flag for compression, then a byte object. The byte object holds another flag
 * and one byte object for each process, which begins with the full name of the process. Stateless.
 *
 * @see "OpenPMIx 6.1 src/server/pmix_server_fence.c, and src/mca/gds/base/gds_base_fns.c"
 */
final class NewerModexBlob {
	private static final Encoding NEWER = new Encoding(Dialect.V61, false);
	/** The first byte of a zlib stream, which follows the length of the plain bytes. */
	private static final int STREAM = 0x78;
	private static final Set<Integer> LEVELS = Set.of(0x01, 0x5e, 0x9c, 0xda);

	private NewerModexBlob() {
	}

	/**
	 * Recognizes this form. The older form also begins with a flag, but the flag is 0 only if nothing follows, and it is never compressed.
	 *
	 * @return whether a contribution is of this form
	 */
	static boolean recognizes(ByteObject contribution, Limits limits) {
		try {
			Unpacker in = new Unpacker(NEWER, contribution.asBuffer(), limits);
			byte flag = in.get(DataType.BYTE, PmixValue.RawByte.class).value();
			if (!in.hasRemaining() || flag < 0 || flag > 1) {
				return false;
			}
			byte[] content = in.get(DataType.BYTE_OBJECT, ByteObject.class).toByteArray();
			return !in.hasRemaining() && (flag == 0 || isCompressed(content));
		} catch (MalformedMessageException e) {
			return false;
		}
	}

	private static boolean isCompressed(byte[] content) {
		return content.length > Integer.BYTES + 1 && content[Integer.BYTES] == STREAM
				&& LEVELS.contains(Byte.toUnsignedInt(content[Integer.BYTES + 1]));
	}

	/**
	 * @return the data of the processes of that server
	 * @throws PmixException if the contribution cannot be read; INVALID_ARG if the server has not collected
	 */
	static List<ProcData> read(ByteObject contribution, Limits limits) throws PmixException {
		Unpacker in = new Unpacker(NEWER, contribution.asBuffer(), limits);
		boolean compressed = in.get(DataType.BOOL, PmixValue.Bool.class).value();
		ByteObject content = in.get(DataType.BYTE_OBJECT, ByteObject.class);
		Unpacker bucket = new Unpacker(NEWER, (compressed ? Zlib.inflate(content, limits) : content).asBuffer(), limits);
		if (bucket.get(DataType.BYTE, PmixValue.RawByte.class).value() == 0) {
			throw new PmixException(Status.ERR_INVALID_ARG, "another server has not collected its processes' data");
		}
		List<ProcData> all = new ArrayList<>();
		while (bucket.hasRemaining()) {
			Unpacker one = new Unpacker(NEWER, bucket.get(DataType.BYTE_OBJECT, ByteObject.class).asBuffer(), limits);
			Proc proc = one.get(DataType.PROC, Proc.class);
			all.add(new ProcData(proc, KvalBlob.packed(NEWER, ModexBlob.rest(one))));
		}
		return all;
	}
}
