// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.nio.ByteBuffer;
import java.util.Optional;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/** Assembles a server's reply to a hello from a byte stream that may be split at any point. Owned by one connection, on its loop. */
public final class HelloReplyReader {
	private final ReplyForm form;
	private final ByteBuffer bytes;

	/** @param form layout of the reply if the hello is accepted */
	public HelloReplyReader(ReplyForm form) {
		this.form = form;
		this.bytes = ByteBuffer.allocate(form.size());
	}

	/**
	 * @param in received bytes; read up to the end of the reply
	 * @return the reply, or empty if more bytes are needed; a rejected credential, reported in the last four bytes, is a refusal, too
	 * @throws MalformedMessageException if an identity in the reply is invalid
	 */
	public Optional<HelloReply> next(ByteBuffer in) throws MalformedMessageException {
		while (bytes.hasRemaining() && in.hasRemaining()) {
			bytes.put(in.get());
			if (bytes.position() == Integer.BYTES && bytes.getInt(0) != 0) {
				return Optional.of(refused(bytes.getInt(0)));
			}
		}
		return bytes.hasRemaining() ? Optional.empty() : Optional.of(decode(bytes.flip().position(Integer.BYTES)));
	}

	private HelloReply decode(ByteBuffer in) throws MalformedMessageException {
		if (form == ReplyForm.CLIENT) {
			return new HelloReply.ClientAccepted(in.getInt());
		}
		Optional<Proc> assigned = form == ReplyForm.TOOL_WITH_ID ? Optional.of(proc(in)) : Optional.empty();
		Proc server = proc(in);
		int validation = in.getInt();
		return validation == 0 ? new HelloReply.ToolAccepted(assigned, server) : refused(validation);
	}

	private static HelloReply refused(int status) {
		return new HelloReply.Refused(Status.of(status));
	}

	private static Proc proc(ByteBuffer in) throws MalformedMessageException {
		byte[] nspace = new byte[ReplyForm.NSPACE_SIZE];
		in.get(nspace);
		int length = 0;
		while (length < nspace.length && nspace[length] != 0) {
			length++;
		}
		try {
			return new Proc(ByteStrings.decode(nspace, 0, length), Rank.of(in.getInt()));
		} catch (IllegalArgumentException invalid) {
			throw new MalformedMessageException("the reply to the hello contains a " + invalid.getMessage());
		}
	}
}
