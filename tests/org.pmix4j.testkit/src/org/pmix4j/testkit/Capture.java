// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Reads a stream of another process to its end on its own thread, and keeps all bytes. Thread-safe. */
final class Capture {
	private static final int BUFFER = 1 << 16;

	private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
	private boolean ended;

	/** Starts to read. */
	static Capture of(InputStream source, String name) {
		Capture capture = new Capture();
		Thread thread = new Thread(() -> capture.read(source), "capture-" + name);
		thread.setDaemon(true);
		thread.start();
		return capture;
	}

	/** Waits for a text and returns whether it has come in time. */
	synchronized boolean awaitText(String text, Deadline deadline) throws InterruptedException {
		while (!text().contains(text)) {
			if (ended || !await(deadline)) {
				return false;
			}
		}
		return true;
	}

	/** Waits for the end of the stream and returns whether it has come in time. */
	synchronized boolean awaitEnd(Deadline deadline) throws InterruptedException {
		while (!ended) {
			if (!await(deadline)) {
				return false;
			}
		}
		return true;
	}

	/** Returns the bytes read so far. */
	synchronized byte[] bytes() {
		return bytes.toByteArray();
	}

	synchronized String text() {
		return bytes.toString(StandardCharsets.UTF_8);
	}

	private boolean await(Deadline deadline) throws InterruptedException {
		if (deadline.isOver()) {
			return false;
		}
		wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline.slice())));
		return true;
	}

	private void read(InputStream source) {
		byte[] buffer = new byte[BUFFER];
		try (source) {
			int count = source.read(buffer);
			while (count >= 0) {
				add(buffer, count);
				count = source.read(buffer);
			}
		} catch (IOException e) {
			byte[] problem = ("\ncannot be read: " + e).getBytes(StandardCharsets.UTF_8);
			add(problem, problem.length);
		} finally {
			end();
		}
	}

	private synchronized void add(byte[] buffer, int count) {
		bytes.write(buffer, 0, count);
		notifyAll();
	}

	private synchronized void end() {
		ended = true;
		notifyAll();
	}
}
