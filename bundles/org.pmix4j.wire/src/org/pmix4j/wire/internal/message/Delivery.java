// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.frame.Tag;

/** What a server sends unasked, on a tag of its own. Nobody answers it. Made and read by {@link DeliveryCodec}. */
public sealed interface Delivery {
	/** @return the tag on which it travels */
	int tag();

	/**
	 * An event.
	 *
	 * @param code   what happened
	 * @param source who raised it
	 * @param range  who was to hear of it; the wire has it only since 4.0, and C servers leave it out of events that they
	 *               had kept: LOCAL then
	 * @param infos  about it
	 */
	record EventDelivery(Status code, Proc source, DataRange range, Infos infos) implements Delivery {
		@Override
		public int tag() {
			return Tag.NOTIFY;
		}
	}

	/**
	 * Output of a process.
	 *
	 * @param source  whose output
	 * @param channel standard output, error or diagnostics
	 * @param localId the receiver's number from its pull; 0 for the default handler
	 * @param infos   how to format it
	 * @param data    the output; empty at the end of this channel
	 */
	record IofDelivery(Proc source, IofChannel channel, long localId, Infos infos, ByteObject data) implements Delivery {
		@Override
		public int tag() {
			return Tag.IOF;
		}

		/** @return whether the channel ends here */
		public boolean isEof() {
			return data.size() == 0;
		}
	}
}
