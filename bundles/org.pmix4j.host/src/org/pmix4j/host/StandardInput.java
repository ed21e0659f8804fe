// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;

import org.pmix4j.host.internal.Terminal;

/**
 * Descriptor 0 of this process, read so that a launcher in the background is not stopped by its terminal: it waits until it is
 * {@linkplain #continued() told} that it may be in the foreground again. Read by one thread; the other methods by any. An interrupt
 * ends a read and closes the channel.
 *
 * <p>
 * A read that began in the foreground ends with an error rather than a stop only if SIGTTIN is ignored, which is the program's
 * decision and not made here.
 *
 * @see "PRRTE, mca/iof/hnp: standard input is read only while the launcher is in the foreground"
 */
public final class StandardInput implements InputSource {
	private final FileInputStream stream = new FileInputStream(FileDescriptor.in);
	private final FileChannel channel = stream.getChannel();
	private final boolean terminal = Terminal.isTerminal(0);
	private final Object mayRead = new Object();
	private long continuations;

	@Override
	public int read(ByteBuffer target) throws IOException {
		while (true) {
			long seen = continuations();
			if (!terminal || !Terminal.isBackground()) {
				try {
					return channel.read(target);
				} catch (IOException e) {
					if (!terminal || !channel.isOpen() || !Terminal.isBackground()) {
						throw e;
					}
				}
			}
			awaitContinuation(seen);
		}
	}

	/** To be called when the process gets SIGCONT, so after {@code fg} in the shell. */
	public void continued() {
		synchronized (mayRead) {
			continuations++;
			mayRead.notifyAll();
		}
	}

	@Override
	public void close() throws IOException {
		stream.close();
		continued();
	}

	private long continuations() {
		synchronized (mayRead) {
			return continuations;
		}
	}

	/** Waits as long as the user leaves us in the background; nothing else depends on it. */
	private void awaitContinuation(long seen) throws IOException {
		synchronized (mayRead) {
			while (continuations == seen) {
				try {
					mayRead.wait();
				} catch (InterruptedException e) {
					Thread.currentThread().interrupt();
					channel.close();
					throw new ClosedByInterruptException();
				}
			}
		}
	}
}
