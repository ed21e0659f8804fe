// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;

import org.pmix4j.host.internal.posix.Terminal;

/**
 * Descriptor 0 of this process, read so that a launcher in the background is not stopped by its terminal: while it is there, nothing
 * is read. Used by one thread. An interrupt ends a read and closes the channel.
 *
 * <p>
 * A read that began in the foreground, before the user typed Ctrl-Z and {@code bg}, ends with an error rather than a stop if SIGTTIN
 * is ignored, which is the program's decision and not made here.
 *
 * @see "PRRTE, mca/iof/hnp: standard input is read only while the launcher is in the foreground"
 */
public final class StandardInput implements InputSource {
	/** Nothing tells a process that its group is in the foreground again: shells send SIGCONT only to stopped ones. So we look. */
	private static final long LOOK_MILLIS = 500;

	private final FileInputStream stream = new FileInputStream(FileDescriptor.in);
	private final FileChannel channel = stream.getChannel();
	private final boolean terminal = Terminal.isTerminal(0);

	@Override
	public int read(ByteBuffer target) throws IOException {
		while (true) {
			awaitForeground();
			try {
				return channel.read(target);
			} catch (IOException e) {
				if (!terminal || !channel.isOpen() || !Terminal.isBackground()) {
					throw e;
				}
			}
		}
	}

	@Override
	public void close() throws IOException {
		stream.close();
	}

	private void awaitForeground() throws IOException {
		while (terminal && Terminal.isBackground()) {
			try {
				Thread.sleep(LOOK_MILLIS);
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
				close();
				throw new ClosedByInterruptException();
			}
		}
	}
}
