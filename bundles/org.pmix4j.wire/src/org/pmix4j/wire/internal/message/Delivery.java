// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.ValueType;
import org.pmix4j.wire.internal.frame.Tag;

/** A message that a server sends without a request, on a fixed tag. Never answered. Encoded and decoded by {@link DeliveryCodec}. */
public sealed interface Delivery {
	/** @return the tag on which it is sent */
	int tag();

	/**
	 * An event.
	 *
	 * @param code   status code of the event
	 * @param source process that raised the event
	 * @param range  range of the event; on the wire only since 4.0, and C servers omit it for cached events: then LOCAL
	 * @param infos  details
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
	 * @param source  process that wrote the output
	 * @param channel standard output, error or diagnostics
	 * @param localId the receiver's handle from its pull request; 0 for the default handler
	 * @param infos   formatting directives
	 * @param data    the output; empty at the end of this channel
	 */
	record IofDelivery(Proc source, IofChannel channel, long localId, Infos infos, ByteObject data) implements Delivery {
		/** Bytes of output that were dropped before this piece, because the receiver did not read in time; an extension of PMIx4J. */
		public static final Attribute<Long> LOST = Attribute.of("pmix4j.iof.lost", ValueType.UINT64);

		@Override
		public int tag() {
			return Tag.IOF;
		}

		/** @return whether this is the end of the channel */
		public boolean isEof() {
			return data.size() == 0;
		}
	}

	/**
	 * A key that its owner has deleted, for clients that may have a copy of its value; since 7.0.
	 *
	 * @param owner process that had put the value
	 * @param scope what was deleted: DEL_LOCAL, DEL_REMOTE or DEL_GLOBAL
	 * @param key   the key
	 */
	record KeyDeletion(Proc owner, Scope scope, String key) implements Delivery {
		@Override
		public int tag() {
			return Tag.DATA_DELETE;
		}
	}
}
