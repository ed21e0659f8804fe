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
 * Descriptor 0 of this process. Reads from a terminal only in the foreground, so that the terminal does not stop a launcher in the
 * background. Used by one thread. An interrupt ends a read and closes the channel.
 *
 * <p>
 * A read that began in the foreground, before the user typed Ctrl-Z and {@code bg}, stops the process unless the program ignores
 * SIGTTIN; then the read fails and is repeated.
 *
 * @see "PRRTE, mca/iof/hnp: standard input is read only while the launcher is in the foreground"
 */
public final class StandardInput implements InputSource {
	/** The interval of polling: a running process is not notified when its group is in the foreground again. */
	private static final long LOOK_MILLIS = 500;

	private final FileInputStream stream = new FileInputStream(FileDescriptor.in);
	private final FileChannel channel = stream.getChannel();
	private final boolean terminal = Terminal.isTerminal(0);

	/** Opens the standard input of this process, descriptor 0. Nothing is read before the first call of {@link #read}. */
	public StandardInput() {
		// the fields do all
	}

	@Override
	public int read(ByteBuffer target) throws IOException {
		while (true) {
			awaitForeground();
			try {
				return channel.read(target);
			} catch (IOException e) {
				if (channel.isOpen() && Terminal.isWriteOnly(0)) {
					return -1; // as nohup(1) opens it
				}
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
