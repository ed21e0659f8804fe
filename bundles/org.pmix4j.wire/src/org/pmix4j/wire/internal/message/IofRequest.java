// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/** Requests on standard input and output of processes. Output reaches the requester as {@link Delivery.IofDelivery}. */
public sealed interface IofRequest extends Request.Command {

	/**
	 * IOF_PULL: registers for the output of processes. Answered by {@link Reply.IofPullReply}, which must be sent before the first output.
	 *
	 * @param procs    processes whose output is requested
	 * @param infos    directives
	 * @param channels bitwise OR of the channels; must not include standard input
	 * @param localId  the requester's handle, which deliveries carry; 0 for the default handler, and from clients before 4.0, which do not
	 *                 send it
	 */
	record IofPull(List<Proc> procs, Infos infos, IofChannel channels, long localId) implements IofRequest {
		/** Copies the list. */
		public IofPull {
			procs = List.copyOf(procs);
		}

		@Override
		public CommandCode command() {
			return CommandCode.IOF_PULL;
		}
	}

	/**
	 * IOF_PUSH: sends standard input to processes. Answered by {@link Reply.StatusReply}; the sender waits for it before the next push.
	 *
	 * @param targets processes that receive the input
	 * @param infos   directives
	 * @param data    the input; empty if the message has only directives or marks the end
	 * @param eof     whether this is the end of the input
	 */
	record IofPush(List<Proc> targets, Infos infos, ByteObject data, boolean eof) implements IofRequest {
		/** @throws IllegalArgumentException if data comes with the end: on the wire, empty data marks the end */
		public IofPush {
			targets = List.copyOf(targets);
			if (eof && data.size() > 0) {
				throw new IllegalArgumentException("the end of the input must be a message without data");
			}
		}

		@Override
		public CommandCode command() {
			return CommandCode.IOF_PUSH;
		}
	}

	/**
	 * IOF_DEREG: deregisters from output. Answered by {@link Reply.StatusReply}.
	 *
	 * @param infos directives
	 * @param refId the server's handle from the reply to the pull request
	 */
	record IofDeregister(Infos infos, long refId) implements IofRequest {
		@Override
		public CommandCode command() {
			return CommandCode.IOF_DEREG;
		}
	}
}
