// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

import java.util.Queue;
import java.util.function.Consumer;

/** Processes the elements of long queues on the host's thread, so many at a time that other tasks do not wait for long. Stateless. */
public final class Slices {
	private static final int SLICE = 256;

	private Slices() {
	}

	/**
	 * Empties a queue, the first elements immediately. To be called on the host's thread. An exception of an action goes to the caller, or to
	 * the job or request of the thread.
	 *
	 * @param <T>    kind of the elements
	 * @param thread calls the actions
	 * @param queue  may be changed meanwhile
	 * @param action gets each element; takes microseconds
	 * @param last   runs when the queue is empty
	 */
	public static <T> void drain(HostThread thread, Queue<T> queue, Consumer<? super T> action, Runnable last) {
		assert thread.inThread();
		for (int i = 0; i < SLICE && !queue.isEmpty(); i++) {
			action.accept(queue.remove());
		}
		if (queue.isEmpty()) {
			last.run();
		} else {
			thread.execute(() -> drain(thread, queue, action, last));
		}
	}
}
