// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** A source of standard input for ranks. Read by one thread, which is interrupted if the job ends. */
public interface InputSource extends Closeable {
	/**
	 * Reads the available bytes. Waits until there is at least one.
	 *
	 * @param target is filled from its position on
	 * @return the number of bytes, or -1 at the end of input
	 * @throws IOException if the source cannot be read, or was closed by an interrupt
	 */
	int read(ByteBuffer target) throws IOException;

	/**
	 * Ends the use of the source: called once at the end of the job, after {@link #close}, from any thread.
	 *
	 * @param count the number of bytes, of those read last, that no rank has read; 0 or more. A source that others share gives them back
	 *              if it can
	 */
	default void putBack(long count) {
		// most sources have no other reader
	}

	/**
	 * {@return a source that reads from the channel}
	 *
	 * @param channel an interruptible channel: that of a file or pipe, or one made of an input stream
	 */
	static InputSource of(ReadableByteChannel channel) {
		return new InputSource() {
			@Override
			public int read(ByteBuffer target) throws IOException {
				return channel.read(target);
			}

			@Override
			public void close() throws IOException {
				channel.close();
			}
		};
	}
}
