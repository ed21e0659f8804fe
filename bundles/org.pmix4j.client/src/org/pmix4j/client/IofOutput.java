// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.internal.message.Delivery.IofDelivery;

/**
 * Forwarded output of a process. Immutable.
 *
 * @param source  the process that wrote it
 * @param channel STDOUT, STDERR or STDDIAG
 * @param infos   hints of the server on how to show it
 * @param data    the bytes, which need not be whole lines; empty at the end of the stream
 * @see "PMIx Standard, chapter Tools and Debuggers, IO Forwarding"
 */
public record IofOutput(Proc source, IofChannel channel, Infos infos, ByteObject data) {
	/**
	 * {@return the bytes of output that the server has dropped before this piece, because this process did not read in time} 0 under C
	 * servers, which do not count them. The process that has spawned the job loses none.
	 */
	public long lost() {
		return infos.value(IofDelivery.LOST.key()).flatMap(IofDelivery.LOST.type()::fromValue).orElse(0L);
	}

	/** {@return whether the stream ends here} */
	public boolean isEnd() {
		return data.size() == 0;
	}
}
