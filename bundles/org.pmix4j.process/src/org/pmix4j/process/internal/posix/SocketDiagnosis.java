// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

import org.pmix4j.process.internal.posix.CLibrary.CFunction;

/**
 * Asks the kernel over netlink for the owner of a single TCP socket. The answer comes at once, while the table in {@code /proc/net} takes 5
 * to 20 ms to read. Not thread-safe.
 *
 * @see "Linux, man 7 sock_diag, man 7 netlink; include/uapi/linux/inet_diag.h"
 */
public final class SocketDiagnosis implements AutoCloseable {
	private static final CFunction SOCKET = Posix.LIBRARY.function("socket");
	private static final CFunction SEND = Posix.LIBRARY.function("send");
	private static final CFunction RECV = Posix.LIBRARY.function("recv");

	private static final int AF_NETLINK = 16;
	private static final int SOCK_RAW_CLOEXEC = 3 | 0x80000;
	private static final int NETLINK_SOCK_DIAG = 4;
	private static final int MSG_DONTWAIT = 0x40;
	private static final short SOCK_DIAG_BY_FAMILY = 20;
	private static final short NLM_F_REQUEST = 1;
	private static final byte AF_INET = 2;
	private static final byte AF_INET6 = 10;
	private static final byte IPPROTO_TCP = 6;
	private static final byte TCP_ESTABLISHED = 1;
	private static final int ALL_STATES = -1;
	private static final int NO_COOKIE = -1;
	private static final int ENOENT = 2;

	/** Sizes and offsets: header, then inet_diag_req_v2 in the question and inet_diag_msg in the answer. */
	private static final int HEADER = 16;
	private static final int QUESTION = HEADER + 56;
	private static final int ANSWER = HEADER + 72;
	private static final int TYPE_AT = 4;
	private static final int SEQUENCE_AT = 8;
	private static final int ERROR_AT = HEADER;
	private static final int STATE_AT = HEADER + 1;
	private static final int UID_AT = HEADER + 64;
	private static final int INODE_AT = HEADER + 68;
	private static final int IPV6_SIZE = 16;
	private static final byte[] MAPPED = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff };

	private final NativeBuffer sent = new NativeBuffer(QUESTION);
	private final NativeBuffer received = new NativeBuffer(4096);
	private int socket = (int) SOCKET.call(AF_NETLINK, SOCK_RAW_CLOEXEC, NETLINK_SOCK_DIAG);
	private int sequence;

	/**
	 * The owner of a socket.
	 *
	 * @param uid   the user, unsigned
	 * @param inode the number of the socket, as in {@code /proc/PID/fd}
	 */
	public record Owner(int uid, long inode) {
	}

	/** @return whether the kernel can be asked: it has given a socket for that, and this is not closed */
	public boolean isOpen() {
		return socket >= 0;
	}

	/** The kernel's answer about a socket: its owner, or why there is none. */
	private record Answer(boolean found, Optional<Owner> owner) {
		private static final Answer NOT_FOUND = new Answer(false, Optional.empty());
		private static final Answer CLOSED = new Answer(true, Optional.empty());
	}

	/**
	 * Finds the owner of the socket at the other end of a connection. Requires that this {@link #isOpen}.
	 *
	 * @param peer   the address of that socket
	 * @param server the address of our end
	 * @return the owner; empty if the socket is closed or belongs to another machine
	 * @throws IOException if the kernel does not answer as expected; further questions are in vain
	 */
	public Optional<Owner> owner(InetSocketAddress peer, InetSocketAddress server) throws IOException {
		// a peer may talk IPv4 through a socket of IPv6
		boolean ipv4 = peer.getAddress().getAddress().length < IPV6_SIZE;
		Answer answer = ipv4 ? ask(peer, server, AF_INET) : Answer.NOT_FOUND;
		return answer.found ? answer.owner : ask(peer, server, AF_INET6).owner;
	}

	private Answer ask(InetSocketAddress peer, InetSocketAddress server, byte family) throws IOException {
		writeQuestion(peer, server, family);
		if (SEND.call(socket, sent.address(), QUESTION, 0) != QUESTION) {
			throw new IOException("errno " + Posix.errno() + " in send");
		}
		int length = (int) RECV.call(socket, received.address(), received.capacity(), MSG_DONTWAIT);
		ByteBuffer answer = received.bytes();
		if (length < HEADER + Integer.BYTES || answer.getInt(SEQUENCE_AT) != sequence) {
			throw new IOException("an answer of " + length + " bytes, errno " + Posix.errno());
		}
		if (answer.getShort(TYPE_AT) != SOCK_DIAG_BY_FAMILY || length < ANSWER) {
			if (answer.getInt(ERROR_AT) == -ENOENT) {
				return Answer.NOT_FOUND;
			}
			throw new IOException("errno " + -answer.getInt(ERROR_AT));
		}
		boolean open = answer.get(STATE_AT) == TCP_ESTABLISHED && answer.getInt(INODE_AT) != 0;
		return open ? new Answer(true, Optional.of(new Owner(answer.getInt(UID_AT), Integer.toUnsignedLong(answer.getInt(INODE_AT)))))
				: Answer.CLOSED;
	}

	private void writeQuestion(InetSocketAddress peer, InetSocketAddress server, byte family) {
		ByteBuffer out = sent.bytes().clear().order(ByteOrder.nativeOrder());
		out.putInt(QUESTION).putShort(SOCK_DIAG_BY_FAMILY).putShort(NLM_F_REQUEST).putInt(++sequence).putInt(0);
		out.put(family).put(IPPROTO_TCP).put((byte) 0).put((byte) 0).putInt(ALL_STATES);
		out.order(ByteOrder.BIG_ENDIAN).putShort(port(peer)).putShort(port(server));
		out.put(address(peer.getAddress(), family)).put(address(server.getAddress(), family));
		out.putInt(0).putInt(NO_COOKIE).putInt(NO_COOKIE);
	}

	private static short port(InetSocketAddress address) {
		return (short) address.getPort();
	}

	private static byte[] address(InetAddress address, byte family) {
		byte[] own = address.getAddress();
		byte[] field = new byte[IPV6_SIZE];
		if (family == AF_INET6 && own.length < IPV6_SIZE) {
			System.arraycopy(MAPPED, 0, field, 0, MAPPED.length);
			System.arraycopy(own, 0, field, MAPPED.length, own.length);
		} else {
			System.arraycopy(own, 0, field, 0, own.length);
		}
		return field;
	}

	/** Closes the socket; from now on nothing can be asked. */
	@Override
	public void close() {
		if (socket >= 0) {
			Posix.close(socket);
			socket = -1;
		}
	}
}
