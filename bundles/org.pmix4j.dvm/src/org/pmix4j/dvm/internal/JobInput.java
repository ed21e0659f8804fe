// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.pmix4j.job.InputSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.tool.PmixTool;

/**
 * Pushes standard input to one job, in pieces that its server can take, one at a time, so that unused input stays in its source. Owned by
 * its job; thread-safe. A source is read on its own daemon thread until it ends, no rank reads it any longer, or the job ends.
 */
final class JobInput {
	private static final System.Logger LOG = System.getLogger(JobInput.class.getName());
	/** The most bytes that may wait for ranks. */
	private static final long MOST = 4 << 20;

	private final PmixTool tool;
	private final String nspace;
	private final int piece;
	private final AtomicLong waiting = new AtomicLong();
	private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
	private @Nullable Thread reader;

	/** @param piece the number of bytes that the server takes in one request */
	JobInput(PmixTool tool, String nspace, int piece) {
		this.tool = tool;
		this.nspace = nspace;
		this.piece = piece;
	}

	/** Sends bytes to some ranks behind what they were sent before; completes with false if none of them reads any longer. */
	CompletableFuture<Boolean> write(Set<Integer> ranks, byte[] data) {
		if (waiting.addAndGet(data.length) > MOST) {
			waiting.addAndGet(-data.length);
			return CompletableFuture.failedFuture(new IllegalStateException("more than 4 MiB of input would wait for a rank"));
		}
		CompletableFuture<Boolean> written = new CompletableFuture<>();
		send(targets(ranks), data).whenComplete((done, failure) -> {
			waiting.addAndGet(-data.length);
			if (failure == null) {
				written.complete(true);
			} else if (isComplete(failure)) {
				written.complete(false);
			} else {
				written.completeExceptionally(failure);
			}
		});
		return written;
	}

	/** Ends the input of some ranks behind what they were sent before. */
	synchronized void end(Set<Integer> ranks) {
		last = last.handle((done, failure) -> null).thenCompose(next -> tool.io().endInputAsync(targets(ranks)));
	}

	private List<Proc> targets(Set<Integer> ranks) {
		return ranks.stream().sorted().map(rank -> Proc.of(nspace, rank)).toList();
	}

	private synchronized CompletableFuture<Void> send(List<Proc> targets, byte[] data) {
		CompletableFuture<Void> sent = last.handle((done, failure) -> null);
		for (int from = 0; from < data.length; from += piece) {
			ByteObject next = ByteObject.wrap(Arrays.copyOfRange(data, from, Math.min(data.length, from + piece)));
			sent = sent.thenCompose(done -> tool.io().pushAsync(targets, next));
		}
		last = sent;
		return sent;
	}

	private static boolean isComplete(Throwable failure) {
		Throwable cause = failure instanceof CompletionException || failure instanceof ExecutionException ? failure.getCause() : failure;
		return cause instanceof PmixException refusal && refusal.status().equals(Status.ERR_IOF_COMPLETE);
	}

	/** Starts to read a source for its target, which may be empty. */
	void pump(Rank target, InputSource source) {
		if (!target.equals(Rank.INVALID)) {
			Thread thread = new Thread(() -> run(List.of(new Proc(nspace, target)), source), "pmix-stdin");
			thread.setDaemon(true);
			reader = thread;
			thread.start();
		}
	}

	/** Stops the reading by an interrupt, as the job has ended. */
	void stop() {
		Thread thread = reader;
		if (thread != null) {
			thread.interrupt();
		}
	}

	private void run(List<Proc> targets, InputSource source) {
		long unread = 0;
		try (source) {
			ByteBuffer buffer = ByteBuffer.allocateDirect(Math.max(piece, 1 << 16));
			while (source.read(buffer.clear()) >= 0) {
				buffer.flip();
				while (buffer.hasRemaining()) {
					unread = buffer.remaining();
					byte[] bytes = new byte[Math.min(buffer.remaining(), piece)];
					buffer.get(bytes);
					send(targets, bytes).get();
				}
				unread = 0;
			}
		} catch (ExecutionException e) {
			if (!isComplete(e)) {
				LOG.log(Level.DEBUG, "standard input ends here", e);
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
		source.putBack(unread);
		synchronized (this) {
			last = last.handle((done, failure) -> null).thenCompose(next -> tool.io().endInputAsync(targets));
		}
	}
}
