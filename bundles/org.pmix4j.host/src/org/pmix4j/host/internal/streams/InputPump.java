// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.job.InputSource;
import org.pmix4j.process.internal.process.StdinFeed;

/**
 * Copies a source to the standard input of ranks on its own daemon thread. Reads only one piece ahead, so that unused input stays in
 * the source. Ends when no target reads any longer. Owned by its job.
 */
public final class InputPump {
	/** What most jobs get, none or a line, does not fill more. */
	private static final int FIRST_PIECE = 1 << 12;
	private static final int PIECE = 1 << 16;

	private final InputSource source;
	private final List<StdinFeed> targets;
	private final Thread thread;
	private final CompletableFuture<Void> ended = new CompletableFuture<>();
	private volatile long read;

	private InputPump(String name, InputSource source, List<StdinFeed> targets) {
		this.source = source;
		this.targets = List.copyOf(targets);
		thread = new Thread(this::run, "pmix-stdin-" + name);
		thread.setDaemon(true);
	}

	/**
	 * Starts the thread.
	 *
	 * @param name    of the job
	 * @param source  closed at the end
	 * @param targets each gets all bytes, then the end of input
	 * @return the running pump
	 * @throws OutOfMemoryError if the system allows no further thread
	 */
	public static InputPump start(String name, InputSource source, List<StdinFeed> targets) {
		InputPump pump = new InputPump(name, source, targets);
		pump.thread.start();
		return pump;
	}

	/**
	 * Stops the pump by an interrupt, which ends a read and closes the source, and puts back into the source what no target has read. To be
	 * called once, when all targets have ended. Does not wait.
	 *
	 * @return completes when the source is no longer used; only a source that ignores the interrupt delays that
	 */
	public CompletableFuture<Void> stop() {
		thread.interrupt();
		return ended.thenRun(() -> source.putBack(Math.max(0, read - targets.stream().mapToLong(StdinFeed::taken).max().orElse(0))));
	}

	private void run() {
		try (source) {
			copy();
		} catch (InterruptedException e) {
			HostLog.log(Level.DEBUG, "standard input was stopped", e);
		} catch (IOException e) {
			if (!Thread.currentThread().isInterrupted()) {
				HostLog.log(Level.WARNING, "standard input ends here, as it cannot be read: " + e.getMessage());
			}
		} catch (Throwable e) { // also a checked exception, which other languages do not declare
			HostLog.log(Level.ERROR, "standard input ends here, as its source failed", e);
		} finally {
			targets.forEach(StdinFeed::close);
			ended.complete(null);
		}
	}

	private void copy() throws IOException, InterruptedException {
		ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_PIECE);
		boolean wanted = true;
		while (wanted && source.read(buffer.clear()) >= 0) {
			byte[] piece = new byte[buffer.flip().remaining()];
			read += piece.length;
			buffer.get(piece);
			wanted = feed(piece);
			if (piece.length == buffer.capacity() && piece.length < PIECE) {
				buffer = ByteBuffer.allocateDirect(PIECE);
			}
		}
	}

	/** Waits without a limit until all targets have taken the piece or stopped reading. Returns whether any of them still reads. */
	private boolean feed(byte[] piece) throws InterruptedException {
		List<CompletableFuture<Boolean>> taken = targets.stream().map(target -> target.write(piece).toCompletableFuture()).toList();
		boolean wanted = false;
		for (CompletableFuture<Boolean> one : taken) {
			try {
				wanted |= one.get();
			} catch (ExecutionException e) {
				HostLog.log(Level.WARNING, "standard input could not be handed over", e.getCause());
			}
		}
		return wanted;
	}
}
