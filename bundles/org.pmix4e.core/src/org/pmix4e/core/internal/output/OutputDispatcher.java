// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.output;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.eclipse.core.runtime.SafeRunner;
import org.pmix4e.core.output.JobOutput;

/**
 * Delivers the output of a job to one reader, on a thread of its own: at once after a pause, otherwise gathered for 50 ms. Owned by its
 * creator.
 */
public final class OutputDispatcher implements JobOutput.Subscription {
	/** The time between deliveries. Readers are user interfaces, which redraw less often. */
	private static final long PERIOD_NANOSECONDS = TimeUnit.MILLISECONDS.toNanos(50);
	/** The approximate size of a delivery, in bytes, which a user interface can show without a noticeable delay. */
	private static final int LIMIT = 512 << 10;

	private final OutputBuffer buffer;
	private final Consumer<OutputPart> reader;
	private final CompletableFuture<Void> finished = new CompletableFuture<>();
	private volatile boolean closed;

	private OutputDispatcher(OutputBuffer buffer, Consumer<OutputPart> reader) {
		this.buffer = buffer;
		this.reader = reader;
	}

	/**
	 * Starts the thread.
	 *
	 * @param name   the name of the thread
	 * @param buffer is read from its beginning
	 * @param reader receives the output
	 * @param ended  is called at the end of the output, unless the courier was closed before
	 * @return the courier
	 */
	public static OutputDispatcher start(String name, OutputBuffer buffer, Consumer<OutputPart> reader, Runnable ended) {
		OutputDispatcher courier = new OutputDispatcher(buffer, reader);
		Thread thread = new Thread(() -> courier.run(ended), name);
		thread.setDaemon(true);
		thread.start();
		return courier;
	}

	/** @return completes when the last output was delivered or the courier was closed */
	public CompletableFuture<Void> finished() {
		return finished.copy();
	}

	@Override
	public void close() {
		closed = true;
		buffer.wake();
	}

	private void run(Runnable ended) {
		try {
			OutputPosition position = OutputPosition.START;
			while (buffer.awaitAfter(position, this::isClosed)) {
				long begun = System.nanoTime();
				OutputPart part = buffer.read(OutputRange.from(position, LIMIT));
				SafeRunner.run(() -> reader.accept(part));
				position = part.next();
				buffer.gather(PERIOD_NANOSECONDS - (System.nanoTime() - begun), this::isClosed);
			}
			if (!closed) {
				SafeRunner.run(ended::run);
			}
		} catch (InterruptedException e) {
			// only foreign code interrupts this thread, in order to end it
			closed = true;
		} finally {
			finished.complete(null);
		}
	}

	private boolean isClosed() {
		return closed;
	}
}
