// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.Errno;
import org.pmix4j.process.internal.posix.IoBuffers;
import org.pmix4j.process.internal.posix.Log;
import org.pmix4j.process.internal.posix.NativeBuffer;
import org.pmix4j.process.internal.posix.PollLoop;
import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.process.internal.posix.PosixSupport;
import org.pmix4j.process.internal.posix.RlimitMarker;
import org.pmix4j.process.internal.posix.Uninterruptible;
import org.pmix4j.process.internal.process.SpawnException.Reason;

/**
 * Starts, pumps, signals and reaps the processes of one host on this machine, all on one long-lived platform thread
 * ({@code pmix-procs-<name>}); see poll(2). Never waits for children that it did not start, so it can live beside others in one JVM.
 * Owned by the node; its methods may be called from any thread and block only where they say so.
 */
public final class ProcessLoop implements AutoCloseable {

	private static final Duration SPAWN_LIMIT = Duration.ofSeconds(30);
	private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
	private static final Duration STOP_LIMIT = Duration.ofSeconds(1);
	private static final int LOOKS_AT_KILLED = 100;
	private static final long LOOK_NANOS = Duration.ofMillis(10).toNanos();
	private static final Duration GUARD_LIMIT = Duration.ofSeconds(1);
	/** The longest time until a stop of a child is noticed. */
	private static final Duration STOP_PERIOD = Duration.ofSeconds(1);

	private final PollLoop loop;
	private final StartTurns starts;
	private final ExitDetection exitDetection;
	private final Spawner spawner = new Spawner();
	private final Reaper reaper = new Reaper();
	private final MemoryKills memoryKills = MemoryKills.ofThisMachine();
	private final IoBuffers buffers = IoBuffers.allocate();
	private final NativeBuffer scratch = new NativeBuffer(Posix.STAT_SIZE);
	private final int devNull;
	private final AtomicBoolean closed = new AtomicBoolean();

	// Owned by the loop's thread.
	private final Set<Child> children = new LinkedHashSet<>();
	private GroupGuard guard = GroupGuard.NONE;
	private boolean paused;
	/** True if no process is started any longer; also read after the end of the loop. */
	private volatile boolean refusing;
	private boolean looksForStops;

	private ProcessLoop(String name, ExitDetection exitDetection) {
		this.exitDetection = exitDetection;
		devNull = openDevNull();
		loop = new PollLoop("pmix-procs-" + name);
		starts = new StartTurns(loop, this::begin);
		onDeath((thread, error) -> Log.LOG.log(Level.ERROR, thread.getName() + " has ended", error));
	}

	/**
	 * Starts a loop and its thread.
	 *
	 * @throws UnsupportedOperationException if this is not Linux on x86_64 or aarch64 with glibc 2.34 or later
	 */
	public static ProcessLoop start(String name) {
		return start(name, ExitDetection.PIDFD);
	}

	/** Starts a loop with a given detection of exits; see {@link #start(String)}. */
	public static ProcessLoop start(String name, ExitDetection exitDetection) {
		PosixSupport.require();
		Reaper.keepStatuses();
		RlimitMarker.prepare();
		return new ProcessLoop(name, exitDetection);
	}

	/**
	 * Starts a process and returns when it runs the program, or could not. Blocks for about a millisecond, at most 30 seconds if the
	 * loop is that busy.
	 *
	 * @param handler receives the output; called on the loop's thread only
	 */
	public ChildProcess spawn(SpawnSpec spec, OutputHandler handler) throws SpawnException {
		if (loop.inLoop()) {
			return spawnNow(spec, handler);
		}
		CompletableFuture<ChildProcess> started = spawnAsync(spec, handler).toCompletableFuture();
		try {
			return Uninterruptible.get(started, SPAWN_LIMIT);
		} catch (ExecutionException e) {
			if (e.getCause() instanceof SpawnException failure) {
				throw failure;
			}
			throw new IllegalStateException(e.getCause());
		} catch (TimeoutException e) {
			started.thenAccept(late -> late.signal(Signals.KILL));
			throw new SpawnException(Reason.OTHER, Errno.EAGAIN, "cannot run " + spec.program().label() + ": the process thread is busy");
		}
	}

	/**
	 * As {@link #spawn}, without waiting. The jobs, distinguished by their marks, take turns. Fails with {@link SpawnException}; completes on
	 * the loop's thread, before any output of the process is handed over.
	 */
	public CompletionStage<ChildProcess> spawnAsync(SpawnSpec spec, OutputHandler handler) {
		CompletableFuture<ChildProcess> started = new CompletableFuture<>();
		starts.add(new StartTurns.Start(spec, handler, started));
		return started.minimalCompletionStage();
	}

	private void begin(StartTurns.Start start) {
		try {
			start.started().complete(spawnNow(start.spec(), start.handler()));
		} catch (SpawnException | RuntimeException | Error e) {
			start.started().completeExceptionally(e);
		}
	}

	/**
	 * Runs the {@link KillSequence} on the groups of the processes; their output is closed a moment after KILL.
	 *
	 * @return completes when all have {@linkplain ChildProcess#ended() ended}
	 */
	public CompletionStage<Void> terminate(Collection<? extends ChildProcess> targets, Duration grace) {
		List<ChildProcess> fixed = List.copyOf(targets);
		return onLoop(() -> KillSequence.run(loop, fixed, grace)).minimalCompletionStage();
	}

	/** Kills the groups of the processes after a time, as the end of the {@link KillSequence} does. Completes when all have ended. */
	public CompletionStage<Void> killAfter(Collection<? extends ChildProcess> targets, Duration time) {
		List<ChildProcess> fixed = List.copyOf(targets);
		return onLoop(() -> KillSequence.killAfter(loop, fixed, time)).minimalCompletionStage();
	}

	/** Stops reading the output of all children; see {@link ChildProcess#pauseOutput()}. */
	public void pauseOutput() {
		loop.executeUnlessEnded(() -> {
			paused = true;
			children.forEach(Child::applyPause);
		});
	}

	/** Undoes {@link #pauseOutput()}; children that were paused one by one stay paused. */
	public void resumeOutput() {
		loop.executeUnlessEnded(() -> {
			paused = false;
			List.copyOf(children).forEach(this::applyPauseLater);
		});
	}

	/**
	 * Kills all remaining processes, hands their last output over, reaps them, stops the thread and closes every descriptor. Waits at most
	 * eight seconds; processes that resist are left to the {@code Watchdog}. Not to be called on the loop's thread.
	 */
	@Override
	public void close() {
		if (loop.inLoop()) {
			throw new IllegalStateException("a process loop cannot be closed on its own thread");
		}
		if (!closed.compareAndSet(false, true)) {
			return;
		}
		try {
			Uninterruptible.get(onLoop(this::killAll), CLOSE_LIMIT);
			Uninterruptible.get(onLoop(this::dismissGuard), GUARD_LIMIT.plus(STOP_LIMIT));
		} catch (ExecutionException | TimeoutException e) {
			Log.LOG.log(Level.WARNING, "processes have not ended after kill -9: " + children, e);
		}
		loop.stop(STOP_LIMIT);
		Posix.close(devNull);
	}

	/**
	 * Takes the receiver of an error that ends the thread, which is called on the thread. A launcher ends this JVM there, and the guard
	 * cleans up; else all processes are killed, their ends are not reported, and those that wait for their start get none.
	 */
	public void onDeath(Thread.UncaughtExceptionHandler handler) {
		loop.onDeath(error -> {
			refusing = true;
			try {
				handler.uncaughtException(Thread.currentThread(), error);
			} finally {
				children.forEach(child -> child.signalNow(Signals.KILL));
				children.forEach(child -> reapKilled(child.pid()));
				guard.leave();
			}
		});
	}

	/** Leaves no zombie, unless the process hangs in the kernel. */
	private void reapKilled(int pid) {
		for (int look = 0; look < LOOKS_AT_KILLED && reaper.peek(pid).isEmpty(); look++) {
			LockSupport.parkNanos(LOOK_NANOS);
		}
		reaper.reap(pid);
	}

	/**
	 * Reaps orphans from now on, if the kernel makes them children of this process. Only for a process whose children are all this loop's:
	 * other code would lose the status of a child that it has not reaped for some seconds.
	 */
	public void reapOrphans() {
		loop.executeUnlessEnded(() -> {
			if (OrphanReaper.isNeeded(scratch)) {
				new OrphanReaper(loop, reaper).begin();
			}
		});
	}

	ExitDetection exitDetection() {
		return exitDetection;
	}

	Reaper reaper() {
		return reaper;
	}

	MemoryKills memoryKills() {
		return memoryKills;
	}

	boolean isPaused() {
		return paused;
	}

	/** Applies the pause in a later turn: a callback that hands over output may be on the stack, and reading would overwrite its bytes. */
	void applyPauseLater(Child child) {
		loop.execute(child::applyPause);
	}

	/** Runs the task on the loop's thread, now if this is it. Returns false, and does nothing, once the loop has ended. */
	public boolean onThread(Runnable task) {
		try {
			loop.executeNow(task);
			return true;
		} catch (RejectedExecutionException e) {
			return false;
		}
	}

	/** Completes the child's end once its group is empty. */
	void awaitEmptyGroup(Child child, Runnable empty) {
		assert loop.inLoop();
		GroupRemnants.await(loop, child.pid(), () -> {
			gone(child);
			empty.run();
		});
	}

	/** Forgets a child that has ended. */
	void gone(Child child) {
		assert loop.inLoop();
		children.remove(child);
		guard.gone(child.pid());
	}

	/**
	 * Starts a helper process in a later turn without reporting it to any guard, and reports all processes to the new guard from then on.
	 *
	 * @param started gets the helper, before processes are reported to the guard
	 * @param failed  runs if it cannot be started
	 */
	public void guardWith(GroupGuard newGuard, SpawnSpec helper, Consumer<ChildProcess> started, Runnable failed) {
		loop.execute(() -> {
			try {
				if (refusing) {
					throw ended(helper);
				}
				OutputHandler unused = (from, stream, data) -> Log.LOG.log(Level.DEBUG, "output of a helper is ignored");
				started.accept(startChild(helper, unused, GroupGuard.NONE));
				children.forEach(other -> newGuard.started(other.pid()));
				guard = newGuard;
			} catch (SpawnException e) {
				Log.LOG.log(Level.WARNING, "processes will outlive a kill -9 of this process, as their watchdog could not be started", e);
				failed.run();
			}
		});
	}

	private Child spawnNow(SpawnSpec spec, OutputHandler handler) throws SpawnException {
		if (refusing) {
			throw ended(spec);
		}
		if (children.isEmpty()) {
			memoryKills.begin(loop);
		}
		Child child = startChild(spec, handler, guard);
		children.add(child);
		if (!looksForStops) {
			lookForStopsLater();
		}
		return child;
	}

	private void lookForStopsLater() {
		looksForStops = !children.isEmpty();
		if (looksForStops) {
			loop.schedule(STOP_PERIOD, () -> {
				List.copyOf(children).forEach(Child::lookForStop);
				lookForStopsLater();
			});
		}
	}

	private Child startChild(SpawnSpec spec, OutputHandler handler, GroupGuard told) throws SpawnException {
		assert loop.inLoop();
		ChildPipes pipes = ChildPipes.open(spec, scratch);
		int pid = 0;
		try {
			told.starting(pipes.pipeInode(scratch));
			pid = pipes.spawn(spawner, spec, devNull);
			return startedChild(spec, handler, told, pid, pipes);
		} catch (SpawnException | RuntimeException | Error e) {
			abandon(pid, pipes, told);
			throw e;
		}
	}

	private Child startedChild(SpawnSpec spec, OutputHandler handler, GroupGuard told, int pid, ChildPipes pipes) {
		// later than the program's first steps, if this thread is not scheduled: a launcher also marks itself
		spec.mark().ifPresentOrElse(mark -> mark.putOn(pid), () -> RlimitMarker.takeOff(pid));
		told.started(pid);
		reaper.expect(pid);
		Child child = new Child(this, loop, spec, handler, pid, pipes, buffers);
		child.applyPause();
		return child;
	}

	/** Leaves nothing of a child that could not be started, or that runs and cannot be watched. */
	private void abandon(int pid, ChildPipes pipes, GroupGuard told) {
		pipes.close();
		if (pid == 0) {
			told.notStarted();
			return;
		}
		Posix.kill(-pid, Signals.KILL);
		reapKilled(pid);
		told.gone(pid);
	}

	private CompletableFuture<Void> killAll() {
		refusing = true;
		paused = false;
		List.copyOf(children).forEach(Child::resumeOutput);
		return KillSequence.kill(List.copyOf(children), Duration.ZERO);
	}

	private CompletableFuture<Void> dismissGuard() {
		loop.schedule(GUARD_LIMIT, guard::evict);
		return guard.leave();
	}

	/** Completes with the action, or immediately if the loop has ended. */
	private CompletableFuture<Void> onLoop(Supplier<CompletableFuture<Void>> action) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		if (!onThread(() -> action.get().thenRun(() -> done.complete(null)))) {
			done.complete(null);
		}
		return done;
	}

	private static SpawnException ended(SpawnSpec spec) {
		return new SpawnException(Reason.OTHER, Errno.ESRCH, "cannot run " + spec.program().label() + ": the process loop was closed");
	}

	private static int openDevNull() {
		byte[] path = ByteStrings.encode("/dev/null\0");
		NativeBuffer text = new NativeBuffer(path.length);
		text.bytes().put(path);
		int descriptor = Posix.open(text.address(), Posix.O_RDWR | Posix.O_CLOEXEC);
		if (descriptor < 0) {
			throw new IllegalStateException("cannot open /dev/null: " + Errno.text(Posix.errno()));
		}
		return descriptor;
	}
}
