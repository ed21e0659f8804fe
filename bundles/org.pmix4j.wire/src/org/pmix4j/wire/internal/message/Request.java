// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.Proc;

/**
 * Requests of a client or tool to its server, one record per command. Every request is answered on its tag, except
 * {@link EventRequest.DeregisterEvents}.
 *
 * <p>Texts that may be NULL in C are empty here, and counts are unsigned. Encoded and decoded by {@link RequestCodec}.
 *
 * @see "OpenPMIx src/server/pmix_server.c, server_switchyard"
 */
public sealed interface Request
		permits Request.Command, Request.Unknown, Request.Empty {

	/**
	 * A command that servers can serve. Every role switches over {@link #command()} without {@code default}, so that a new command does not
	 * compile before each of them serves it.
	 */
	sealed interface Command extends Request
			permits JobRequest, DataRequest, EventRequest, ControlRequest, IofRequest, GroupRequest, HardwareRequest {
		/** @return its code, which implies the type of the record */
		CommandCode command();

		/**
		 * @param procs the participants of a collective operation, which needs at least one
		 * @return a copy of them
		 */
		static List<Proc> participants(List<Proc> procs) {
			if (procs.isEmpty()) {
				throw new IllegalArgumentException("a collective operation needs at least one participant");
			}
			return List.copyOf(procs);
		}
	}

	/**
	 * An unsupported command, to be answered with NOT_SUPPORTED.
	 *
	 * @param code its number, 0 to 255
	 */
	record Unknown(int code) implements Request {
	}

	/** A message without payload: to be answered with LOST_CONNECTION, as the C library does. */
	record Empty() implements Request {
		/** The only instance needed. */
		public static final Empty INSTANCE = new Empty();
	}
}
