// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.nio.ByteBuffer;
import java.util.Optional;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.ByteStrings;

/** A server's reply to a hello. {@link ReplyForm} decides which layout a peer expects. */
public sealed interface HelloReply {
	/** @return the bytes to send; all numbers are in network byte order */
	byte[] encode();

	/**
	 * Rejects the peer. The connection is closed afterwards.
	 *
	 * @param status the reason
	 */
	record Refused(Status status) implements HelloReply {
		/** @throws IllegalArgumentException if the status is success */
		public Refused {
			if (status.code() == 0) {
				throw new IllegalArgumentException("a refusal needs a status other than SUCCESS");
			}
		}

		@Override
		public byte[] encode() {
			return ByteBuffer.allocate(Integer.BYTES).putInt(status.code()).array();
		}
	}

	/**
	 * Accepts a client.
	 *
	 * @param index goes into the header of each frame that the client sends
	 */
	record ClientAccepted(int index) implements HelloReply {
		@Override
		public byte[] encode() {
			return ByteBuffer.allocate(ReplyForm.CLIENT.size()).putInt(0).putInt(index).array();
		}
	}

	/**
	 * Accepts a tool.
	 *
	 * @param assigned the tool's new identity; present exactly if the tool's flag requests one
	 * @param server   identity of the server
	 */
	record ToolAccepted(Optional<Proc> assigned, Proc server) implements HelloReply {
		@Override
		public byte[] encode() {
			ByteBuffer out = ByteBuffer.allocate((assigned.isPresent() ? ReplyForm.TOOL_WITH_ID : ReplyForm.TOOL).size()).putInt(0);
			assigned.ifPresent(proc -> put(out, proc));
			put(out, server);
			return out.putInt(0).array();
		}

		private static void put(ByteBuffer out, Proc proc) {
			int start = out.position();
			out.put(ByteStrings.encode(proc.nspace())).position(start + ReplyForm.NSPACE_SIZE).putInt(proc.rank().value());
		}
	}
}
