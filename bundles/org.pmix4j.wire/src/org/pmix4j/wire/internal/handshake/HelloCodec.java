// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.frame.FrameWriter;
import org.pmix4j.wire.internal.frame.Tag;

/**
 * Encodes and decodes hellos. All numbers are in network byte order except the length in the header, which is in the sender's byte order.
 * Stateless.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_fns.c, ptl_base_connection_hdlr.c"
 */
public final class HelloCodec {
	/** Dialect implied by a hello of release 2.0, which ends after the version. */
	private static final List<String> BFROPS_OF_2_0 = List.of("v20");
	private static final String GDS_OF_2_0 = "ds12,hash";
	private static final int DESCRIBED = 2;
	private static final int NOT_DESCRIBED = 1;

	private HelloCodec() {
	}

	/**
	 * @param hello the hello to send
	 * @param order byte order of the length in the header: the machine's own, since C servers do not convert it
	 * @return header and payload
	 */
	public static byte[] encode(Hello hello, ByteOrder order) {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		putString(out, hello.psec());
		putInt(out, hello.credential().size());
		out.writeBytes(hello.credential().toByteArray());
		out.write(hello.flag().code());
		hello.user().ifPresent(user -> {
			putInt(out, user.uid());
			putInt(out, user.gid());
		});
		hello.proc().ifPresent(proc -> {
			putString(out, proc.nspace());
			putInt(out, proc.rank().value());
		});
		putString(out, hello.version().text());
		putString(out, String.join(",", hello.bfrops()));
		out.write(hello.described() ? DESCRIBED : NOT_DESCRIBED);
		putString(out, hello.gds());
		out.writeBytes(hello.blob().toByteArray());
		return ByteBuffer.allocate(FrameWriter.HEADER_SIZE + out.size()).putInt(-1).putInt(Tag.WILDCARD).order(order).putInt(out.size())
				.putInt(0).put(out.toByteArray()).array();
	}

	/**
	 * @param payload the bytes after the header
	 * @return the hello; bytes after its last field become part of the blob
	 * @throws MalformedMessageException if a field is truncated or invalid; the message names the field
	 */
	public static Hello decode(byte[] payload) throws MalformedMessageException {
		Fields in = new Fields(payload);
		String psec = in.string("security module");
		ByteObject credential = in.bytes(in.number("credential length"), "credential");
		HelloFlag flag = HelloFlag.of(in.octet("flag"));
		Optional<NativeCredential> user = flag.carriesUser()
				? Optional.of(new NativeCredential(in.number("user id"), in.number("group id")))
				: Optional.empty();
		Optional<Proc> proc = flag.carriesProc() ? Optional.of(in.proc()) : Optional.empty();
		PeerVersion version = PeerVersion.parse(in.string("version"));
		if (version.major() == 2 && version.minor() == 0) {
			return new Hello(psec, credential, flag, user, proc, version, BFROPS_OF_2_0, false, GDS_OF_2_0, ByteObject.EMPTY);
		}
		List<String> bfrops = List.of(in.string("bfrops module").split(",", -1));
		boolean described = in.described();
		return new Hello(psec, credential, flag, user, proc, version, bfrops, described, in.string("gds module"), in.rest());
	}

	private static void putString(ByteArrayOutputStream out, String text) {
		out.writeBytes(ByteStrings.encode(text));
		out.write(0);
	}

	private static void putInt(ByteArrayOutputStream out, int number) {
		out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
	}

	/** Reads the fields in order and checks every length against the remaining bytes. */
	private static final class Fields {
		private final byte[] bytes;
		private int at;

		Fields(byte[] bytes) {
			this.bytes = bytes;
		}

		int octet(String field) throws MalformedMessageException {
			need(1, field);
			return bytes[at++] & 0xff;
		}

		int number(String field) throws MalformedMessageException {
			need(Integer.BYTES, field);
			int number = ByteBuffer.wrap(bytes).getInt(at);
			at += Integer.BYTES;
			return number;
		}

		ByteObject bytes(int length, String field) throws MalformedMessageException {
			need(length, field);
			byte[] copy = Arrays.copyOfRange(bytes, at, at + length);
			at += length;
			return ByteObject.wrap(copy);
		}

		String string(String field) throws MalformedMessageException {
			for (int end = at; end < bytes.length; end++) {
				if (bytes[end] == 0) {
					String text = ByteStrings.decode(bytes, at, end - at);
					at = end + 1;
					return text;
				}
			}
			throw new MalformedMessageException("hello ends inside its " + field);
		}

		Proc proc() throws MalformedMessageException {
			String nspace = string("namespace");
			int rank = number("rank");
			try {
				return new Proc(nspace, Rank.of(rank));
			} catch (IllegalArgumentException tooLong) {
				throw new MalformedMessageException("hello has a " + tooLong.getMessage());
			}
		}

		boolean described() throws MalformedMessageException {
			int type = octet("buffer type");
			if (type != DESCRIBED && type != NOT_DESCRIBED) {
				throw new MalformedMessageException("hello has buffer type " + type + "; known are 1 and 2");
			}
			return type == DESCRIBED;
		}

		ByteObject rest() {
			return ByteObject.wrap(Arrays.copyOfRange(bytes, at, bytes.length));
		}

		private void need(int length, String field) throws MalformedMessageException {
			if (length < 0 || length > bytes.length - at) {
				throw new MalformedMessageException("hello has " + (bytes.length - at) + " bytes left, its " + field + " needs "
						+ Integer.toUnsignedString(length));
			}
		}
	}
}
