// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;

import org.pmix4j.process.internal.posix.CLibrary.CFunction;

/**
 * Makes TCP connections to this machine that a child can inherit: the JDK does not show the descriptors of its sockets. Stateless; not on
 * the way of children that inherit none.
 *
 * @see "Linux, man 7 ip, man 7 tcp, man 2 connect"
 */
public final class LoopbackSocket {
	private static final CFunction SOCKET = Posix.LIBRARY.function("socket");
	private static final CFunction CONNECT = Posix.LIBRARY.function("connect");
	private static final CFunction SETSOCKOPT = Posix.LIBRARY.function("setsockopt");
	private static final CFunction SEND = Posix.LIBRARY.function("send");

	private static final short AF_INET = 2;
	private static final int SOCK_STREAM = 1;
	private static final int IPPROTO_TCP = 6;
	private static final int TCP_NODELAY = 1;
	private static final int MSG_NOSIGNAL = 0x4000;
	private static final byte[] LOOPBACK = { 127, 0, 0, 1 };
	/** struct sockaddr_in. */
	private static final int ADDRESS_SIZE = 16;
	/** For a server whose queue of connections is full. */
	private static final Duration LIMIT = Duration.ofSeconds(10);

	private LoopbackSocket() {
	}

	/**
	 * Connects to a port and sends the first bytes.
	 *
	 * @param port     on the loopback address of IPv4
	 * @param greeting at most some hundred bytes
	 * @return a blocking descriptor, at least 3, closed in children that are not given it; the negative error number if there is no connection
	 */
	public static int open(int port, byte[] greeting) {
		int socket = Pipe.aboveStandard((int) SOCKET.call(AF_INET, SOCK_STREAM | Posix.O_CLOEXEC | Posix.O_NONBLOCK, 0));
		if (socket < 0) {
			return -Posix.errno();
		}
		int errno = connect(socket, port, greeting);
		if (errno != 0) {
			Posix.close(socket);
			return -errno;
		}
		return socket;
	}

	/** Returns the error number, 0 if there is none. */
	private static int connect(int socket, int port, byte[] greeting) {
		NativeBuffer memory = new NativeBuffer(Math.max(ADDRESS_SIZE, greeting.length));
		ByteBuffer bytes = memory.bytes();
		bytes.putInt(0, 1);
		// the greeting has no reply, for whose acknowledgement the first request of the child would wait
		int errno = error((int) SETSOCKOPT.call(socket, IPPROTO_TCP, TCP_NODELAY, memory.address(), Integer.BYTES) == 0);
		bytes.clear().putShort(AF_INET).order(ByteOrder.BIG_ENDIAN).putShort((short) port).put(LOOPBACK).putLong(0);
		errno = errno != 0 ? errno : error((int) CONNECT.call(socket, memory.address(), ADDRESS_SIZE) == 0);
		errno = errno == Errno.EINPROGRESS ? awaitConnection(socket) : errno;
		bytes.clear().put(greeting);
		// a new connection has room for more bytes than a greeting has
		errno = errno != 0 ? errno
				: error((int) SEND.call(socket, memory.address(), greeting.length, MSG_NOSIGNAL) == greeting.length);
		return errno != 0 ? errno : error(Posix.fcntl(socket, Posix.F_SETFL, 0) == 0);
	}

	private static int error(boolean done) {
		return done ? 0 : Posix.errno();
	}

	/** The outcome of the connection is that of the first byte sent. */
	private static int awaitConnection(int socket) {
		NativeBuffer entry = new NativeBuffer(Posix.POLLFD_SIZE);
		entry.bytes().putInt(0, socket).putShort(Posix.POLLFD_EVENTS, Posix.POLLOUT);
		int ready = Posix.poll(entry.address(), 1, (int) LIMIT.toMillis());
		return ready == 0 ? Errno.ETIMEDOUT : error(ready > 0);
	}
}
