// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Takes what this process writes to standard error, messages and log, and writes it on a daemon thread: a reader that is slow or stuck
 * must hold up neither the host nor a launcher that a signal ends; any other launcher waits for its reader in the end. The thread exists
 * from the start, as there may be none left for the message about an end. Drops text while too much of it waits. Thread-safe.
 */
final class ErrorOutput extends OutputStream {
	private static final int LIMIT = 1 << 20;

	private final Deque<byte[]> waiting = new ArrayDeque<>();
	private int size;
	private long dropped;
	private boolean writing;

	private ErrorOutput() {
	}

	/** Replaces {@link System#err}; to be called before the first message is logged. */
	static ErrorOutput install() {
		ErrorOutput output = new ErrorOutput();
		Thread writer = new Thread(output::run, "pmix-errors");
		writer.setDaemon(true);
		writer.start();
		System.setErr(new PrintStream(output, true, System.err.charset()));
		return output;
	}

	@Override
	public void write(int single) {
		write(new byte[] { (byte) single }, 0, 1);
	}

	@Override
	public synchronized void write(byte @Nullable [] bytes, int offset, int length) {
		if (length == 0 || size + length > LIMIT) {
			dropped += length;
			return;
		}
		waiting.add(Arrays.copyOfRange(Objects.requireNonNull(bytes), offset, offset + length));
		size += length;
		notifyAll();
	}

	/** Waits until all text is written, or the limit has passed. */
	synchronized void await(Duration limit) {
		long deadline = System.nanoTime() + limit.toNanos();
		try {
			for (long left = limit.toMillis(); isBusy() && left > 0; left = (deadline - System.nanoTime()) / 1_000_000) {
				wait(left);
			}
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}

	private boolean isBusy() {
		return writing || !waiting.isEmpty();
	}

	private void run() {
		try (FileOutputStream descriptor = new FileOutputStream(FileDescriptor.err)) {
			while (true) {
				descriptor.write(next());
			}
		} catch (IOException e) {
			giveUp();
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			giveUp();
		}
	}

	/** Returns the next text after the one before was written; waits for it. */
	private synchronized byte[] next() throws InterruptedException {
		writing = false;
		notifyAll();
		while (waiting.isEmpty()) {
			wait();
		}
		writing = true;
		byte[] text = waiting.remove();
		size -= text.length;
		if (dropped > 0 && waiting.isEmpty()) {
			byte[] note = ("pmix4j: " + dropped + " bytes of messages were dropped, as they were not read\n")
					.getBytes(StandardCharsets.US_ASCII);
			waiting.add(note);
			size += note.length;
			dropped = 0;
		}
		return text;
	}

	/** Drops all text from now on, because the reader is gone. */
	private synchronized void giveUp() {
		size = LIMIT;
		waiting.clear();
		writing = false;
		notifyAll();
	}
}
