// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * A byte stream in both directions to one other end: a socket, or memory in tests. Belongs to one loop, on which all methods are called;
 * none of them blocks.
 */
public interface Transport {
	/** @return whether this is a socket, so that the kernel knows the users at both ends; false in simulated networks */
	default boolean isSocket() {
		return false;
	}

	/** @return the loop on which it runs */
	EventLoop loop();

	/** @return address of this end */
	InetSocketAddress local();

	/** @return address of the other end */
	InetSocketAddress remote();

	/**
	 * Starts to report when bytes can be read or written, as requested by {@link #interest}.
	 *
	 * @param target notified on the loop
	 * @throws IOException if the other end is gone already
	 */
	void start(ReadyListener target) throws IOException;

	/**
	 * @param read  whether to report incoming bytes
	 * @param write whether to report room for outgoing bytes
	 */
	void interest(boolean read, boolean write);

	/** @return an empty buffer for reading; its content is lost at the next event of the loop */
	ByteBuffer readBuffer();

	/** @return an empty buffer for gathering writes; its content is lost at the next event of the loop */
	ByteBuffer writeBuffer();

	/**
	 * @param target buffer that receives the bytes
	 * @return number of bytes read; 0 if none have arrived, -1 at the end of the stream
	 * @throws IOException if the connection is broken
	 */
	int read(ByteBuffer target) throws IOException;

	/**
	 * @param source bytes to send
	 * @return number of bytes written, possibly 0
	 * @throws IOException if the connection is broken
	 */
	int write(ByteBuffer source) throws IOException;

	/** Closes both directions. Repeated calls do nothing. */
	void close();
}
