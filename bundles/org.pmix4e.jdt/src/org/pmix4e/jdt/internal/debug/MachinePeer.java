// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

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
		private static final int MOST_WORDS = 300;
		private static final int WORDS_SECONDS = 1;

		private final Process carrier;
		private final CompletableFuture<String> words = new CompletableFuture<>();
		private CompletableFuture<Void> limit = CompletableFuture.completedFuture(null);

		Carried(Process carrier) {
			this.carrier = carrier;
			Thread.ofVirtual().name("pmix4e-carrier-" + carrier.pid()).start(this::collect);
		}

		/** Reads the standard error to its end, so that the program does not wait for a reader. */
		private void collect() {
			StringBuilder text = new StringBuilder();
			char[] piece = new char[MOST_WORDS];
			try (Reader said = carrier.errorReader(StandardCharsets.UTF_8)) {
				for (int count = said.read(piece); count >= 0; count = said.read(piece)) {
					text.append(piece, 0, Math.min(count, MOST_WORDS - text.length()));
				}
			} catch (IOException e) {
				text.append(e.getMessage()); // closed at its end
			}
			words.complete(text.isEmpty() ? "" : " " + text.toString().strip().replaceAll("\\R", " "));
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
				limit = CompletableFuture.runAsync(carrier::destroyForcibly,
						CompletableFuture.delayedExecutor(milliseconds, TimeUnit.MILLISECONDS));
			}
		}

		@Override
		public boolean isClosed() {
			return !carrier.isAlive();
		}

		@Override
		public String reason() {
			return words.copy().completeOnTimeout("", WORDS_SECONDS, TimeUnit.SECONDS).join();
		}

		@Override
		public void close() {
			carrier.destroyForcibly();
		}
	}
}
