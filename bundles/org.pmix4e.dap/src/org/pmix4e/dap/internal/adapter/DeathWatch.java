// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Looks for the death of a process that its adapter does not notice: GDB 16 does not look at a process that was killed while it was
 * stopped, and until GDB ends the parent of the process cannot reap it.
 */
final class DeathWatch implements AutoCloseable {
	private static final long LOOK_MILLIS = 250;
	/** An adapter that does notice the death has told it long before. */
	private static final int LOOKS = 4;
	private static final ScheduledThreadPoolExecutor TIMER = timer();

	private final Path tasks;
	private final Runnable onDeath;
	private final ScheduledFuture<?> looking;
	private int dead;

	/**
	 * @param pid     of the process
	 * @param onDeath is called again and again while the process is dead, but not for the first second
	 */
	DeathWatch(long pid, Runnable onDeath) {
		tasks = Path.of("/proc", Long.toString(pid), "task");
		this.onDeath = onDeath;
		looking = TIMER.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
	}

	private static ScheduledThreadPoolExecutor timer() {
		ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1,
				Thread.ofPlatform().daemon().name("pmix4e-adapter-watch-", 0).factory());
		timer.setRemoveOnCancelPolicy(true);
		timer.setKeepAliveTime(1, TimeUnit.SECONDS);
		timer.allowCoreThreadTimeOut(true);
		return timer;
	}

	private void look() {
		dead = isDead() ? dead + 1 : 0;
		if (dead >= LOOKS) {
			onDeath.run();
		}
	}

	/** Returns whether all threads are zombies; a main thread alone may have ended before the others. */
	private boolean isDead() {
		try (Stream<Path> threads = Files.list(tasks)) {
			return threads.allMatch(DeathWatch::isZombie);
		} catch (IOException | UncheckedIOException e) {
			return true; // reaped, or no process of this kernel
		}
	}

	private static boolean isZombie(Path task) {
		try {
			String stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
			return stat.startsWith(") Z", stat.lastIndexOf(')')); // the name before may hold anything
		} catch (IOException e) {
			return true; // it has ended meanwhile
		}
	}

	@Override
	public void close() {
		looking.cancel(false);
	}
}
