// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.pmix4e.core.spi.LastWords;

/**
 * The bytes to and from a virtual machine: over a socket, or through a program such as ssh that carries them. Owned by a
 * {@link JdwpConnection}; one thread reads, any thread may write or close.
 */
interface MachinePeer extends Closeable {
	InputStream in() throws IOException;

	OutputStream out() throws IOException;

	/** Limits the time of reads from now on, in milliseconds; 0 for no limit. A read that takes longer fails. */
	void limit(int milliseconds) throws IOException;

	boolean isClosed();

	/** Returns why the other side is gone, behind a space, if it is known; otherwise an empty text. */
	String reason();

	/** A connection of this machine. */
	record Connected(Socket socket) implements MachinePeer {
		@Override
		public InputStream in() throws IOException {
			return socket.getInputStream();
		}

		@Override
		public OutputStream out() throws IOException {
			return socket.getOutputStream();
		}

		@Override
		public void limit(int milliseconds) throws IOException {
			socket.setSoTimeout(milliseconds);
		}

		@Override
		public boolean isClosed() {
			return socket.isClosed();
		}

		@Override
		public String reason() {
			return "";
		}

		@Override
		public void close() throws IOException {
			socket.close();
		}
	}

	/** A program whose standard input and output are the connection. It ends with the connection. */
	final class Carried implements MachinePeer {
		private final Process carrier;
		private final LastWords words;
		private CompletableFuture<Void> limit = CompletableFuture.completedFuture(null);
		private volatile boolean isClosed;

		Carried(Process carrier) {
			this.carrier = carrier;
			words = LastWords.of(carrier);
		}

		@Override
		public InputStream in() {
			return carrier.getInputStream();
		}

		@Override
		public OutputStream out() {
			return carrier.getOutputStream();
		}

		@Override
		public synchronized void limit(int milliseconds) {
			limit.cancel(false);
			if (milliseconds > 0) {
				limit = CompletableFuture.runAsync(this::close,
						CompletableFuture.delayedExecutor(milliseconds, TimeUnit.MILLISECONDS));
			}
		}

		@Override
		public boolean isClosed() {
			return isClosed || !carrier.isAlive();
		}

		@Override
		public String reason() {
			return words.line();
		}

		@Override
		public void close() {
			isClosed = true;
			carrier.toHandle().destroyForcibly(); // leaves what it has said to its reader
		}
	}
}
