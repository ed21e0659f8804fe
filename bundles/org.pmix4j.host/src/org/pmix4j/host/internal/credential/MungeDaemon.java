// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.credential;

import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.pmix4j.host.internal.thread.HostLog;

/**
 * Speaks with the MUNGE daemon of this machine, which learns the user of this process from the socket. Each request has a connection of
 * its own. Stateless; blocks.
 *
 * @see "MUNGE 0.5.15, src/libcommon/m_msg.c"
 */
final class MungeDaemon {
	private static final int MAGIC = 0x00606D4B;
	private static final byte VERSION = 4;
	private static final int HEADER = 11;
	/** The daemon's own limit on a message, in bytes. */
	private static final int MAX_LENGTH = 1 << 20;
	private static final byte ENCODE = 2;
	private static final byte DECODE = 4;
	/** Choices that are left to the daemon: cipher, message authentication code and compression. */
	private static final byte DEFAULT = 1;
	private static final int ANY_USER = -1;

	private final Path socket;
	private final Duration limit;

	/**
	 * A credential that the daemon has checked.
	 *
	 * @param uid     of the process that had it issued
	 * @param gid     of that process
	 * @param issued  when, in seconds since 1970
	 * @param payload bytes that the process added
	 */
	record Decoded(int uid, int gid, long issued, byte[] payload) {
	}

	/** The daemon's refusal, in its words. */
	static final class RefusedException extends IOException {
		private static final long serialVersionUID = 1;

		RefusedException(String reason) {
			super(reason);
		}
	}

	/**
	 * @param socket on which the daemon listens
	 * @param limit  the longest time for one request
	 */
	MungeDaemon(Path socket, Duration limit) {
		this.socket = socket;
		this.limit = limit;
	}

	/** Returns a credential of this process's user, as text that ends with a zero byte. */
	byte[] encode(byte[] payload) throws IOException {
		ByteBuffer request = ByteBuffer.allocate(20 + payload.length);
		request.put(DEFAULT).put(DEFAULT).put(DEFAULT).put((byte) 0);
		request.putInt(0).putInt(ANY_USER).putInt(ANY_USER).putInt(payload.length).put(payload).flip();
		ByteBuffer answer = ask(ENCODE, request);
		try {
			requireSuccess(answer);
			return bytes(answer, answer.getInt());
		} catch (BufferUnderflowException e) {
			throw new EOFException("its answer is too short");
		}
	}

	/** Checks a credential, which the daemon accepts once only. */
	Decoded decode(byte[] credential) throws IOException {
		boolean terminated = credential.length > 0 && credential[credential.length - 1] == 0;
		int length = credential.length + (terminated ? 0 : 1);
		ByteBuffer request = ByteBuffer.allocate(Integer.BYTES + length).putInt(length).put(credential).position(Integer.BYTES + length).flip();
		ByteBuffer answer = ask(DECODE, request);
		try {
			requireSuccess(answer);
			skip(answer, 3); // cipher, code, compression
			skip(answer, answer.get() & 0xff); // realm
			answer.getInt(); // time to live
			skip(answer, answer.get() & 0xff); // address of the issuer
			long issued = Integer.toUnsignedLong(answer.getInt());
			answer.getInt(); // time of the check
			int uid = answer.getInt();
			int gid = answer.getInt();
			skip(answer, 2 * Integer.BYTES); // the user and the group that may check it
			return new Decoded(uid, gid, issued, bytes(answer, answer.getInt()));
		} catch (BufferUnderflowException e) {
			throw new EOFException("its answer is too short");
		}
	}

	private static void skip(ByteBuffer answer, int count) {
		bytes(answer, count);
	}

	private static void requireSuccess(ByteBuffer answer) throws RefusedException {
		int code = answer.get() & 0xff;
		byte[] text = bytes(answer, answer.get() & 0xff);
		if (code != 0) {
			throw new RefusedException(new String(text, StandardCharsets.US_ASCII).replace("\0", "") + " (" + code + ")");
		}
	}

	private static byte[] bytes(ByteBuffer answer, int count) {
		if (count < 0 || count > answer.remaining()) {
			throw new BufferUnderflowException();
		}
		byte[] bytes = new byte[count];
		answer.get(bytes);
		return bytes;
	}

	private ByteBuffer ask(byte type, ByteBuffer body) throws IOException {
		try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
			CompletableFuture<Boolean> late = new CompletableFuture<Boolean>().completeOnTimeout(true, limit.toMillis(), TimeUnit.MILLISECONDS);
			late.thenRun(() -> close(channel));
			try {
				return ask(channel, type, body);
			} catch (ClosedChannelException e) {
				throw new IOException("it has not answered within " + limit.toMillis() + " ms", e);
			} finally {
				late.cancel(false);
			}
		}
	}

	/** Ends a request that takes too long: a channel of a file system socket has no time limit of its own. */
	private static void close(SocketChannel channel) {
		try {
			channel.close();
		} catch (IOException e) {
			HostLog.log(Level.DEBUG, "the connection to the MUNGE daemon was lost while it was closed");
		}
	}

	private ByteBuffer ask(SocketChannel channel, byte type, ByteBuffer body) throws IOException {
		channel.connect(UnixDomainSocketAddress.of(socket));
		ByteBuffer request = ByteBuffer.allocate(HEADER + body.remaining()).putInt(MAGIC).put(VERSION).put(type).put((byte) 0)
				.putInt(body.remaining()).put(body).flip();
		while (request.hasRemaining()) {
			channel.write(request);
		}
		ByteBuffer header = read(channel, HEADER);
		int magic = header.getInt();
		int version = header.get();
		int answer = header.get();
		header.get(); // attempts
		int length = header.getInt();
		if (magic != MAGIC || version != VERSION || answer != type + 1 || length < 0 || length > MAX_LENGTH) {
			throw new IOException("it speaks another version of the protocol");
		}
		return read(channel, length);
	}

	private static ByteBuffer read(SocketChannel channel, int length) throws IOException {
		ByteBuffer buffer = ByteBuffer.allocate(length);
		while (buffer.hasRemaining()) {
			if (channel.read(buffer) < 0) {
				throw new EOFException("it closed the connection");
			}
		}
		return buffer.flip();
	}
}
