// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.IofAttributes;

/**
 * A piece of output.
 *
 * @param source  process that wrote it
 * @param channel its stream
 * @param infos   details
 * @param data    the bytes; empty at the end of the stream
 * @param lost    bytes that were dropped before it
 */
record Output(Proc source, IofChannel channel, Infos infos, ByteObject data, long lost) {
	/** Approximate memory for an entry without its bytes. */
	private static final int OVERHEAD = 160;

	Output(Proc source, IofChannel channel, Infos infos, ByteObject data) {
		this(source, channel, infos, data, 0);
	}

	/** Creates a piece of output; the end of a stream is also marked in the infos. */
	static Output of(Proc source, IofChannel channel, Infos infos, ByteObject data) {
		boolean marked = data.size() > 0 || infos.contains(IofAttributes.IOF_COMPLETE);
		return new Output(source, channel, marked ? infos : infos.with(IofAttributes.IOF_COMPLETE, true), data);
	}

	/** Returns this piece, before which more bytes are missing. */
	Output after(long gap) {
		return gap == 0 ? this : new Output(source, channel, infos, data, lost + gap);
	}

	/** Returns this piece without a report of missing bytes. */
	Output withoutGap() {
		return lost == 0 ? this : new Output(source, channel, infos, data, 0);
	}

	boolean isEnd() {
		return data.size() == 0;
	}

	int cost() {
		return data.size() + OVERHEAD;
	}
}
