// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Feeds the standard input of one child through a bounded queue. Methods may be called from any thread; bytes arrive in the order of
 * the calls of one thread. A target that closes its standard input or exits is not an error: the bytes are dropped, and the stages complete
 * with false.
 */
public interface StdinFeed {

	/** The most bytes that may wait in the queue of one child. */
	int QUEUE_LIMIT = 4 << 20;

	/**
	 * Queues bytes. The stage is the flow control: write the next piece when it completes.
	 *
	 * @param bytes not copied; must not be changed until the stage completes
	 * @return completes with true when the last byte is in the pipe, with false when the target no longer reads and the bytes were
	 *         dropped; fails with IllegalStateException if more than {@link #QUEUE_LIMIT} bytes would wait, and then nothing is queued
	 */
	CompletionStage<Boolean> write(byte[] bytes);

	/**
	 * Queues the same bytes for several children.
	 *
	 * @param feeds the children
	 * @param bytes not copied; must not be changed until the future completes
	 * @return completes when all stages of {@link #write(byte[])} have: with whether any child has taken the bytes; fails if one of them does
	 */
	static CompletableFuture<Boolean> write(List<StdinFeed> feeds, byte[] bytes) {
		List<CompletableFuture<Boolean>> taken = feeds.stream().map(feed -> feed.write(bytes).toCompletableFuture()).toList();
		return CompletableFuture.allOf(taken.toArray(CompletableFuture[]::new))
				.thenApply(done -> taken.stream().anyMatch(CompletableFuture::join));
	}

	/** Ends the input after everything queued; the child then reads end of file. May be called again. */
	void close();

	/**
	 * Returns the number of bytes that the child has read; final when the child has ended. If another process can still read the rest, that
	 * counts as read.
	 */
	long taken();

	/** Completes when no more bytes can reach the child: it closed its end, exited, or {@link #close()} took effect. Never fails. */
	CompletionStage<Void> closed();
}
