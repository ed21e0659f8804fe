// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Treats the elements of long lists on the host's thread, so many at a time that other tasks do not wait for long. Stateless. */
public final class Slices {
	private static final int SLICE = 256;

	private Slices() {
	}

	/**
	 * Calls an action for each element, for the first ones at once. To be called on the host's thread.
	 *
	 * @param <T>    kind of the elements
	 * @param thread calls the action
	 * @param all    not to be changed before the end
	 * @param action takes microseconds
	 * @return completes on the thread after the last element; fails if the action fails
	 */
	public static <T> CompletableFuture<Void> forEach(HostThread thread, List<T> all, Consumer<? super T> action) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		next(thread, all.iterator(), action, done);
		return done;
	}

	private static <T> void next(HostThread thread, Iterator<T> left, Consumer<? super T> action, CompletableFuture<Void> done) {
		assert thread.inThread();
		try {
			for (int i = 0; i < SLICE && left.hasNext(); i++) {
				action.accept(left.next());
			}
		} catch (RuntimeException e) {
			done.completeExceptionally(e);
			return;
		}
		if (left.hasNext()) {
			thread.execute(() -> next(thread, left, action, done));
		} else {
			done.complete(null);
		}
	}
}
