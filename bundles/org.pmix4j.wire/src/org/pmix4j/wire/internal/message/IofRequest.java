// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/** Requests on standard input and output of processes. Output reaches the requester as {@link Delivery.IofDelivery}. */
public sealed interface IofRequest extends Request {

	/**
	 * IOF_PULL: send the output of processes from now on. Answered by {@link Reply.IofPullReply}, which must go out before the
	 * first output.
	 *
	 * @param procs    whose output
	 * @param infos    directives
	 * @param channels which, or'ed; standard input is not allowed
	 * @param localId  the requester's number for its handler, which deliveries carry; 0 for the default handler, and from
	 *                 clients before 4.0, which do not send it
	 */
	record IofPull(List<Proc> procs, Infos infos, IofChannel channels, long localId) implements IofRequest {
		/** Copies the list. */
		public IofPull {
			procs = List.copyOf(procs);
		}
	}

	/**
	 * IOF_PUSH: standard input for processes. Answered by {@link Reply.StatusReply}, before which no more shall be sent.
	 *
	 * @param targets whose input
	 * @param infos   directives
	 * @param data    the input; empty if this message brings only directives, or the end
	 * @param eof     whether the input ends here
	 */
	record IofPush(List<Proc> targets, Infos infos, ByteObject data, boolean eof) implements IofRequest {
		/** @throws IllegalArgumentException if there is data and it ends: the wire tells the end by empty data */
		public IofPush {
			targets = List.copyOf(targets);
			if (eof && data.size() > 0) {
				throw new IllegalArgumentException("the end of the input is a message without data");
			}
		}
	}

	/**
	 * IOF_DEREG: no more output. Answered by {@link Reply.StatusReply}.
	 *
	 * @param infos directives
	 * @param refId the server's number from the reply to the pull
	 */
	record IofDeregister(Infos infos, long refId) implements IofRequest {
	}
}
