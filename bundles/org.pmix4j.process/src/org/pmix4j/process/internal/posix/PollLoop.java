// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A thread that waits for descriptors, tasks of other threads, and points in time. Owned by a {@code ProcessLoop}. Tasks and timers must
 * not throw; the loop logs an exception and goes on, as other children depend on it, but ends by an error, such as a lack of memory. Tasks
 * that are left at its end run then, without the loop.
 */
public final class PollLoop {

	/** Tasks that run between two waits, so that a burst of process starts does not keep full pipes waiting. */
	private static final int TASKS_A_TURN = 16;

	/** An action that runs at a time of the monotonic clock unless it is canceled before. */
	public static final class Timer {
		private final long deadline;
		private final Runnable action;

		private Timer(long deadline, Runnable action) {
			this.deadline = deadline;
			this.action = action;
		}

		private long left(long now) {
			return deadline - now;
		}
	}

	private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
	/** Earliest first. They are few, and as most delays are equal, a new one belongs at the end. */
	private final List<Timer> timers = new ArrayList<>();
	private final EpollSet descriptors = new EpollSet();
	private final NativeBuffer eventBytes = new NativeBuffer(Long.BYTES);
	private final NativeBuffer wakeBytes = new NativeBuffer(Long.BYTES);
	private final Thread thread;

	/** Guards the event descriptor: no thread may write to it after it was closed and its number perhaps reused. */
	private final Object wakeLock = new Object();
	private final int event;
	private boolean awake;
	private boolean closed;

	private boolean stopping;

	private volatile Consumer<Throwable> death = error -> Log.LOG.log(Level.ERROR, "the process thread has ended", error);

	/** Starts the thread. */
	public PollLoop(String threadName) {
		event = Posix.eventfd(0, Posix.EFD_CLOEXEC | Posix.EFD_NONBLOCK);
		if (event < 0) {
			descriptors.close();
			throw new IllegalStateException("no descriptor for an event loop: " + Errno.text(Posix.errno()));
		}
		wakeBytes.bytes().putLong(0, 1);
		descriptors.add(event, Posix.EPOLLIN, events -> Posix.read(event, eventBytes.address(), Long.BYTES));
		thread = new Thread(this::run, threadName);
		thread.setDaemon(true);
		thread.start();
	}

	/** Returns whether the caller is on the thread. */
	public boolean inLoop() {
		return Thread.currentThread() == thread;
	}

	/**
	 * Runs the task on the thread, after the tasks given before.
	 *
	 * @throws RejectedExecutionException if the loop has ended
	 */
	public void execute(Runnable task) {
		synchronized (wakeLock) {
			if (closed) {
				throw new RejectedExecutionException(thread.getName() + " has ended");
			}
			tasks.add(task);
			if (!awake) {
				awake = true;
				Posix.write(event, wakeBytes.address(), Long.BYTES);
			}
		}
	}

	/** Runs the task now if this is the loop's thread, else as {@link #execute}. */
	public void executeNow(Runnable task) {
		if (inLoop()) {
			task.run();
		} else {
			execute(task);
		}
	}

	/** Runs the task as {@link #executeNow} does, or drops it if the loop has ended. */
	public void executeUnlessEnded(Runnable task) {
		try {
			executeNow(task);
		} catch (RejectedExecutionException e) {
			Log.LOG.log(Level.DEBUG, "dropped a task that was submitted after the end of the loop", e);
		}
	}

	/**
	 * Takes the receiver of an error that ends the thread, for instance a lack of memory, after which no callback is in a defined state.
	 *
	 * @param act runs as the last act on the thread
	 */
	public void onDeath(Consumer<Throwable> act) {
		death = act;
	}

	/** Watches a descriptor; on the loop's thread only. */
	public EpollSet.Entry watch(int descriptor, int events, EpollSet.Ready ready) {
		assert inLoop();
		return descriptors.add(descriptor, events, served -> guarded(() -> ready.ready(served)));
	}

	/** Takes a descriptor over, waits until it is readable, closes it and runs the action; on the loop's thread only. */
	public void watchOnce(int descriptor, Runnable action) {
		EpollSet.Entry[] entry = new EpollSet.Entry[1];
		entry[0] = watch(descriptor, Posix.EPOLLIN, events -> {
			entry[0].remove();
			Posix.close(descriptor);
			action.run();
		});
	}

	/** Runs the action once after the delay; on the loop's thread only. */
	public Timer schedule(Duration delay, Runnable action) {
		assert inLoop();
		Timer timer = new Timer(System.nanoTime() + delay.toNanos(), action);
		int place = timers.size();
		while (place > 0 && timers.get(place - 1).left(timer.deadline) > 0) {
			place--;
		}
		timers.add(place, timer);
		return timer;
	}

	/** Cancels a timer; returns false if it has already fired; on the loop's thread only. */
	public boolean cancel(Timer timer) {
		assert inLoop();
		return timers.remove(timer);
	}

	/** Ends the thread after the tasks given so far and waits for it, unless called on it. */
	public void stop(Duration limit) {
		executeUnlessEnded(() -> stopping = true);
		try {
			if (!inLoop()) {
				thread.join(limit);
			}
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}

	private void run() {
		try {
			while (!stopping) {
				descriptors.await(tasks.isEmpty() ? timeout() : 0);
				runTasks();
				runTimers();
			}
		} catch (RuntimeException | Error e) {
			death.accept(e);
		} finally {
			synchronized (wakeLock) {
				closed = true;
				descriptors.close();
				Posix.close(event);
			}
		}
		for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
			runLate(task);
		}
	}

	/** Runs a task that came too late, so that its owner learns of the end. A task that fails does not stop the next ones. */
	private static void runLate(Runnable task) {
		try {
			task.run();
		} catch (RuntimeException | Error e) {
			Log.LOG.log(Level.ERROR, "a task failed after the end of the process thread", e);
		}
	}

	private void runTasks() {
		synchronized (wakeLock) {
			awake = false;
		}
		for (int i = 0; i < TASKS_A_TURN; i++) {
			Runnable task = tasks.poll();
			if (task == null) {
				return;
			}
			guarded(task);
		}
	}

	private void runTimers() {
		while (!timers.isEmpty() && timers.get(0).left(System.nanoTime()) <= 0) {
			guarded(timers.remove(0).action);
		}
	}

	private int timeout() {
		if (timers.isEmpty()) {
			return -1;
		}
		long nanos = Math.max(0, timers.get(0).left(System.nanoTime()));
		return (int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(nanos + 999_999));
	}

	/** Runs a callback and logs its exceptions; an error ends the thread. */
	public static void guarded(Runnable action) {
		try {
			action.run();
		} catch (RuntimeException e) {
			Log.LOG.log(Level.ERROR, "a callback on the process thread failed", e);
		}
	}
}
