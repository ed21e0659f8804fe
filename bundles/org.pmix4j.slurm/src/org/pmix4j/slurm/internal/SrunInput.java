// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

import org.pmix4j.job.StdinSpec;
import org.pmix4j.model.Rank;

/**
 * Writes the input of one job to srun, which passes it on to the target. Owned by its job; thread-safe. A source is read, and the pipe
 * written, on a daemon thread each, as both may block.
 */
final class SrunInput {
	private static final System.Logger LOG = System.getLogger(SrunInput.class.getName());
	/** The most bytes that may wait for ranks. */
	private static final long MOST = 4 << 20;
	private static final int CHUNK = 1 << 16;
	private static final Piece END = new Piece(new byte[0], new CompletableFuture<>());

	private final StdinSpec spec;
	private final OutputStream pipe;
	private final BlockingQueue<Piece> pieces = new LinkedBlockingQueue<>();
	private final AtomicLong waiting = new AtomicLong();
	private final Thread reader = new Thread(this::read, "pmix-stdin");
	private final Thread writer = new Thread(this::write, "pmix-stdin-pipe");

	private record Piece(byte[] bytes, CompletableFuture<Boolean> written) {
	}

	/** @param pipe the standard input of srun */
	SrunInput(StdinSpec spec, OutputStream pipe) {
		this.spec = spec;
		this.pipe = pipe;
		reader.setDaemon(true);
		writer.setDaemon(true);
	}

	/** Begins to read and to write. */
	void start() {
		writer.start();
		if (spec.target().equals(Rank.INVALID)) {
			pieces.add(END);
		} else if (!spec.isPushed()) {
			reader.start();
		}
	}

	/** Writes bytes behind those before, if a rank is a target. */
	CompletableFuture<Boolean> write(Set<Integer> ranks, byte[] data) {
		if (!isTarget(ranks)) {
			return CompletableFuture.completedFuture(false);
		}
		if (waiting.addAndGet(data.length) > MOST) {
			waiting.addAndGet(-data.length);
			return CompletableFuture.failedFuture(new IllegalStateException("more than 4 MiB of input would wait for a rank"));
		}
		Piece piece = new Piece(data, new CompletableFuture<>());
		pieces.add(piece);
		return piece.written;
	}

	/** Ends the input, if a rank is the target. Input for all ranks ends for all. */
	void end(Set<Integer> ranks) {
		if (isTarget(ranks)) {
			pieces.add(END);
		}
	}

	private boolean isTarget(Set<Integer> ranks) {
		return spec.target().equals(Rank.WILDCARD) ? !ranks.isEmpty() : spec.target().isProcess() && ranks.contains(spec.target().value());
	}

	/** Stops, as srun has ended. */
	void stop() {
		pieces.add(END);
		reader.interrupt();
		writer.interrupt();
	}

	private void read() {
		try (var source = spec.source()) {
			ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK);
			boolean reads = true;
			while (reads && source.read(buffer.clear()) >= 0) {
				byte[] bytes = new byte[buffer.flip().remaining()];
				buffer.get(bytes);
				Piece piece = new Piece(bytes, new CompletableFuture<>());
				waiting.addAndGet(bytes.length);
				pieces.add(piece);
				// one at a time, so that unused input stays in its source
				reads = piece.written.get();
			}
		} catch (InterruptedException e) {
			LOG.log(Level.DEBUG, "standard input was stopped", e);
		} catch (IOException e) {
			if (!Thread.currentThread().isInterrupted()) {
				LOG.log(Level.WARNING, "standard input ends here, as it cannot be read: " + e.getMessage());
			}
		} catch (Throwable e) { // also a checked exception, which other languages do not declare
			LOG.log(Level.ERROR, "standard input ends here, as its source failed", e);
		}
		spec.source().putBack(0);
		pieces.add(END);
	}

	private void write() {
		boolean isOpen = true;
		try {
			for (Piece piece = pieces.take(); piece != END; piece = pieces.take()) {
				isOpen = isOpen && isWritten(piece.bytes);
				waiting.addAndGet(-piece.bytes.length);
				piece.written.completeAsync(isOpen ? () -> true : () -> false, Thread::startVirtualThread);
			}
		} catch (InterruptedException e) {
			LOG.log(Level.DEBUG, "standard input was stopped", e);
		}
		try {
			pipe.close();
		} catch (IOException e) {
			LOG.log(Level.DEBUG, "srun reads no input any longer", e);
		}
		pieces.forEach(piece -> piece.written.completeAsync(() -> false, Thread::startVirtualThread));
	}

	private boolean isWritten(byte[] bytes) {
		try {
			pipe.write(bytes);
			pipe.flush();
			return true;
		} catch (IOException e) {
			LOG.log(Level.DEBUG, "srun reads no input any longer", e);
			return false;
		}
	}
}
