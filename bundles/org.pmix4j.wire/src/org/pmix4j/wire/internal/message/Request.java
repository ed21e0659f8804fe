// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

/**
 * What a client or tool asks of its server: a record for each command. A {@code switch} over all of them needs no
 * {@code default}, and one over a family neither. Every request is answered on its tag, but for
 * {@link EventRequest.DeregisterEvents}.
 *
 * <p>
 * Texts that may be NULL in C are empty here, and counts are unsigned. Made and read by {@link RequestCodec}.
 *
 * @see "OpenPMIx src/server/pmix_server.c, server_switchyard"
 */
public sealed interface Request
		permits JobRequest, DataRequest, EventRequest, ControlRequest, IofRequest, GroupRequest, HardwareRequest, Request.Unknown,
		Request.Empty {

	/**
	 * A command that nobody serves: to be answered with NOT_SUPPORTED.
	 *
	 * @param code its number, 0 to 255
	 */
	record Unknown(int code) implements Request {
	}

	/** A message without payload: to be answered with LOST_CONNECTION, as the C library does. */
	record Empty() implements Request {
		/** The only one that is needed. */
		public static final Empty INSTANCE = new Empty();
	}
}
