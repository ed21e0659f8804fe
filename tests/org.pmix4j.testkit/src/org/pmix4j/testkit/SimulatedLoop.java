// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.testkit;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.wire.internal.loop.AcceptListener;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Futures;
import org.pmix4j.wire.internal.loop.Listener;
import org.pmix4j.wire.internal.loop.Timer;
import org.pmix4j.wire.internal.loop.TimerQueue;
import org.pmix4j.wire.internal.loop.Transport;

/**
 * An event loop driven by a test: time passes only when the test advances it, connections are in memory, and events have the same order in
 * every run. Several servers and clients may share one loop, which then is a whole network in one thread. Lives on the thread that created
 * it; only {@link #execute} may be called from others.
 *
 * <p>An exception in a task is not logged but thrown by the running method.
 */
public final class SimulatedLoop implements EventLoop {
	private static final int BUFFER_SIZE = 1 << 16;
	private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

	private final String name;
	private final Random order;
	private final boolean shuffled;
	private final Thread owner = Thread.currentThread();
	private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
	private final Queue<Runnable> deferred = new ArrayDeque<>();
	private final TimerQueue timers = new TimerQueue();
	/** By number, in the order in which they were added. */
	private final Map<Long, MemoryEnd> ends = new TreeMap<>();
	/** Those of the ends that changed since they last had no event. */
	private final Map<Long, MemoryEnd> changed = new TreeMap<>();
	private final ByteBuffer readBuffer = ByteBuffer.allocate(BUFFER_SIZE);
	private final ByteBuffer writeBuffer = ByteBuffer.allocate(BUFFER_SIZE);
	private final MemoryNetwork network = new MemoryNetwork(this);
	private long lastEnd;
	private long events;
	private int turn;
	private long now;
	private long longestEvent;
	private boolean running;
	private volatile boolean ended;

	/** Creates a loop that runs tasks first, then serves all channels in turn. */
	public SimulatedLoop() {
		this.name = "simulated";
		this.order = new Random(0);
		this.shuffled = false;
	}

	/** @param seed determines which channel is served next; the same seed gives the same run */
	public SimulatedLoop(long seed) {
		this.name = "simulated with seed " + seed;
		this.order = new Random(seed);
		this.shuffled = true;
	}

	/** @return the network in memory, to disturb it */
	public MemoryNetwork network() {
		return network;
	}

	/** Handles events until none is left, without advancing the time. */
	public void run() {
		while (step()) {
			// the condition does the work
		}
	}

	/**
	 * Advances the time and handles all events up to then, each timer at its due time.
	 *
	 * @param time duration to advance
	 */
	public void advance(Duration time) {
		long end = now + time.toNanos();
		run();
		while (nextTimer() <= end) {
			now = Math.max(now, nextTimer());
			run();
		}
		now = end;
	}

	/**
	 * Runs a task on the loop and handles all resulting events.
	 *
	 * @param task task to run
	 */
	public void perform(Runnable task) {
		execute(task);
		run();
	}

	/**
	 * Makes a call on the loop and handles all resulting events.
	 *
	 * @param <T>  the type of the answer
	 * @param call call to make
	 * @return its answer
	 */
	public <T> CompletableFuture<T> call(Supplier<? extends CompletionStage<T>> call) {
		AtomicReference<CompletionStage<T>> answer = new AtomicReference<>();
		perform(() -> answer.set(call.get()));
		return answer.get().toCompletableFuture();
	}

	/**
	 * Handles events until an answer is there that another thread helps to bring about. Waits for that thread in real time, without
	 * advancing the loop's own time.
	 *
	 * @param <T>    the type of the answer
	 * @param answer the answer
	 * @return its value
	 */
	public <T> T await(CompletableFuture<T> answer) {
		while (!answer.isDone()) {
			run();
			Thread.onSpinWait();
		}
		return answer.join();
	}

	/** @return number of waiting timers */
	public int timers() {
		return timers.size();
	}

	@Override
	public String name() {
		return name;
	}

	@Override
	public boolean inLoop() {
		return running && Thread.currentThread() == owner;
	}

	@Override
	public long nanos() {
		return now;
	}

	@Override
	public void execute(Runnable task) {
		if (ended) {
			throw new RejectedExecutionException("loop " + name + " is closed");
		}
		tasks.add(task);
	}

	@Override
	public void defer(Runnable task) {
		requireInLoop();
		deferred.add(task);
	}

	@Override
	public Timer schedule(Duration delay, Runnable task) {
		requireInLoop();
		return timers.add(now, delay, task);
	}

	@Override
	public Listener listen(InetSocketAddress address, AcceptListener acceptListener) throws IOException {
		requireInLoop();
		return Listener.open(network.listen(address), acceptListener);
	}

	@Override
	public Transport connect(InetSocketAddress address, Duration limit) throws ConnectException {
		requireOutside();
		return network.connect(address);
	}

	/** Runs the simulation and advances the time until the result is there. */
	@Override
	public <T> T await(CompletableFuture<T> future, Duration limit) throws PmixException {
		requireOutside();
		long end = now + limit.toNanos();
		run();
		while (!future.isDone() && nextTimer() <= end) {
			now = Math.max(now, nextTimer());
			run();
		}
		if (!future.isDone()) {
			now = end;
			throw new PmixException(Status.ERR_TIMEOUT, "nothing brought the result within " + limit.toMillis() + " ms of simulated time");
		}
		return Futures.await(future, Duration.ZERO);
	}

	@Override
	public void close(Duration limit) {
		requireOutside();
		if (ended) {
			return;
		}
		perform(() -> letGo(false));
		advance(limit);
		perform(() -> letGo(true));
		ended = true;
	}

	ByteBuffer readBuffer() {
		return readBuffer.clear();
	}

	ByteBuffer writeBuffer() {
		return writeBuffer.clear();
	}

	/** Returns the number of the added end. */
	long add(MemoryEnd end) {
		ends.put(++lastEnd, end);
		return lastEnd;
	}

	/** Asks an end again whether it has an event, because it or its other end has changed. */
	void changed(long number) {
		MemoryEnd end = ends.get(number);
		if (end != null) {
			changed.put(number, end);
		}
	}

	/** @return number of events so far: tasks, timers, and reads and writes of channels */
	public long events() {
		return events;
	}

	private void letGo(boolean outOfTime) {
		for (MemoryEnd end : List.copyOf(ends.values())) {
			end.loopClosing(outOfTime);
		}
	}

	private boolean step() {
		requireOutside();
		if (nextTimer() <= now) {
			handle(timers.takeDue(now));
			return true;
		}
		List<MemoryEnd> ready = ready();
		if (!tasks.isEmpty() && (!shuffled || order.nextInt(ready.size() + 1) == 0)) {
			handle(tasks.remove());
			return true;
		}
		if (ready.isEmpty()) {
			return false;
		}
		handle(ready.get(shuffled ? order.nextInt(ready.size()) : turn++ % ready.size())::serve);
		return true;
	}

	/** Returns the ends with an event, in the order in which they were added. */
	private List<MemoryEnd> ready() {
		List<MemoryEnd> ready = new ArrayList<>();
		for (Iterator<Map.Entry<Long, MemoryEnd>> all = changed.entrySet().iterator(); all.hasNext();) {
			Map.Entry<Long, MemoryEnd> next = all.next();
			if (next.getValue().isClosed()) {
				ends.remove(next.getKey());
				all.remove();
			} else if (next.getValue().isReady()) {
				ready.add(next.getValue());
			} else {
				all.remove();
			}
		}
		return ready;
	}

	/** Forgets the longest event so far. */
	public void forgetLongestEvent() {
		longestEvent = 0;
	}

	/** @return the processor time of the longest event, with the tasks that it deferred; independent of other load of the machine */
	public Duration longestEvent() {
		return Duration.ofNanos(longestEvent);
	}

	private void handle(Runnable event) {
		running = true;
		events++;
		long begin = CLOCK.getCurrentThreadCpuTime();
		try {
			event.run();
			for (Runnable next = deferred.poll(); next != null; next = deferred.poll()) {
				next.run();
			}
		} finally {
			longestEvent = Math.max(longestEvent, CLOCK.getCurrentThreadCpuTime() - begin);
			running = false;
		}
	}

	private long nextTimer() {
		OptionalLong due = timers.nextDue();
		return due.isPresent() ? due.getAsLong() : Long.MAX_VALUE;
	}

	private void requireInLoop() {
		if (!inLoop()) {
			throw new IllegalStateException("only on the loop " + name);
		}
	}

	private void requireOutside() {
		if (inLoop()) {
			throw new IllegalStateException("blocking call on loop " + name + " would wait for itself; use the asynchronous method");
		}
	}
}
