// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** What ranks read on standard input comes from here. Read by one thread, which is interrupted if the job ends meanwhile. */
public interface InputSource extends Closeable {
	/**
	 * Reads what is there, at least one byte; waits for it.
	 *
	 * @param target is filled from its position on
	 * @return how many bytes, or -1 at the end of input
	 * @throws IOException if it cannot be read, or was closed by an interrupt
	 */
	int read(ByteBuffer target) throws IOException;

	/**
	 * @param channel an interruptible channel: that of a file or pipe, or one made of an input stream
	 * @return its content
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
