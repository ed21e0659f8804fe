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
 * @param source  who wrote it
 * @param channel on which stream
 * @param infos   about it
 * @param data    the bytes; none at the end of the stream
 */
record Output(Proc source, IofChannel channel, Infos infos, ByteObject data) {
	/** What an entry costs beside its bytes, about. */
	private static final int OVERHEAD = 160;

	/** The end of a stream says so in words, too. */
	static Output of(Proc source, IofChannel channel, Infos infos, ByteObject data) {
		boolean marked = data.size() > 0 || infos.contains(IofAttributes.IOF_COMPLETE);
		return new Output(source, channel, marked ? infos : infos.with(IofAttributes.IOF_COMPLETE, true), data);
	}

	boolean isEnd() {
		return data.size() == 0;
	}

	int cost() {
		return data.size() + OVERHEAD;
	}
}
