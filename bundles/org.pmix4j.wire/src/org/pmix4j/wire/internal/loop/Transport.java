// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * A stream of bytes to and from one other end: a socket, or memory in tests. Belongs to one loop, on which all methods
 * are called; none of them blocks.
 */
public interface Transport {
	/** @return the loop that serves it */
	EventLoop loop();

	/** @return address of this end */
	InetSocketAddress local();

	/** @return address of the other end */
	InetSocketAddress remote();

	/**
	 * From now on tells the target when bytes can be read or written, as {@link #interest} asks for.
	 *
	 * @param target is called on the loop
	 * @throws IOException if the other end is gone already
	 */
	void start(ReadyListener target) throws IOException;

	/**
	 * @param read  whether to tell when bytes have come
	 * @param write whether to tell when there is room for bytes
	 */
	void interest(boolean read, boolean write);

	/** @return an empty buffer to read into; its content is lost at the next event of the loop */
	ByteBuffer readBuffer();

	/** @return an empty buffer to gather writes in; its content is lost at the next event of the loop */
	ByteBuffer writeBuffer();

	/**
	 * @param target where the bytes go
	 * @return how many came; 0 if none are there now, -1 at the end of the stream
	 * @throws IOException if the connection is broken
	 */
	int read(ByteBuffer target) throws IOException;

	/**
	 * @param source what to send
	 * @return how many were taken, maybe none
	 * @throws IOException if the connection is broken
	 */
	int write(ByteBuffer source) throws IOException;

	/** Ends it, in both directions. Repeated calls do nothing. */
	void close();
}
