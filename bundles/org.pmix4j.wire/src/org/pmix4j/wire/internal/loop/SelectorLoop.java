// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.internal.text.PeerLog;

/**
 * The event loop used in production: one platform thread {@code pmix-loop-<name>} that waits in a {@link Selector}. It needs 40 % of the
 * CPU time and of the latency measured with a virtual thread for each connection.
 */
public final class SelectorLoop implements EventLoop, AutoCloseable {
	private static final PeerLog LOG = PeerLog.of(SelectorLoop.class);
	private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
	/** Tasks that run before input and output get their turn again. */
	private static final int MAX_TASKS_PER_TURN = 256;
	/** Separates the tasks of a turn from those of the next. */
	private static final Runnable END_OF_TURN = () -> {
	};

	private final String name;
	private final Ticker ticker;
	private final ActiveWait active;
	private final Selector selector;
	private final Thread thread;
	private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
	/** True while the loop will check the task queue without a wakeup. */
	private final AtomicBoolean awake = new AtomicBoolean(true);
	private final TimerQueue timers = new TimerQueue();
	private final Queue<Runnable> deferred = new ArrayDeque<>();
	private final LoopBuffer readBuffer = new LoopBuffer();
	private final LoopBuffer writeBuffer = new LoopBuffer();
	private final Consumer<SelectionKey> dispatcher = this::dispatch;
	/** True while {@link #END_OF_TURN} is among the tasks. */
	private boolean marked;
	private boolean closing;
	private boolean outOfTime;
	private volatile boolean ended;

	private SelectorLoop(String name, Ticker ticker, ActiveWait active) throws IOException {
		this.name = name;
		this.ticker = ticker;
		this.active = active;
		this.selector = Selector.open();
		this.thread = Thread.ofPlatform().name("pmix-loop-" + name).daemon().unstarted(this::run);
	}

	/**
	 * Starts a loop.
	 *
	 * @param name used for the thread and in messages
	 * @return the running loop; must be closed
	 * @throws IOException if the system cannot open a selector, for instance because file descriptors are exhausted
	 */
	public static SelectorLoop open(String name) throws IOException {
		return open(name, Ticker.SYSTEM);
	}

	/** Does the same with active waits, for a server: many clients with them would keep each other from running. */
	public static SelectorLoop openEager(String name) throws IOException {
		return started(new SelectorLoop(name, Ticker.SYSTEM, ActiveWait.amongShortWaits()));
	}

	/**
	 * Starts a loop with its own clock. The clock decides which timers are due; the loop always sleeps in real time.
	 *
	 * @param name   used for the thread and in messages
	 * @param ticker the clock
	 * @return the running loop; must be closed
	 * @throws IOException if the system cannot open a selector, for instance because file descriptors are exhausted
	 */
	public static SelectorLoop open(String name, Ticker ticker) throws IOException {
		return started(new SelectorLoop(name, ticker, ActiveWait.never()));
	}

	private static SelectorLoop started(SelectorLoop loop) {
		loop.thread.start();
		return loop;
	}

	@Override
	public String name() {
		return name;
	}

	@Override
	public boolean inLoop() {
		return Thread.currentThread() == thread;
	}

	@Override
	public long nanos() {
		return ticker.nanos();
	}

	@Override
	public void execute(Runnable task) {
		tasks.add(task);
		if (ended && tasks.remove(task)) {
			throw new RejectedExecutionException("loop " + name + " is closed");
		}
		if (!awake.getAndSet(true)) {
			selector.wakeup();
		}
	}

	@Override
	public void defer(Runnable task) {
		assert inLoop();
		deferred.add(task);
	}

	@Override
	public Timer schedule(Duration delay, Runnable task) {
		assert inLoop();
		return timers.add(nanos(), delay, task);
	}

	@Override
	public Listener listen(InetSocketAddress address, AcceptListener acceptListener) throws IOException {
		return Listener.open(new SocketAcceptor(this, address), acceptListener);
	}

	@Override
	public Transport connect(InetSocketAddress address, Duration limit) throws IOException {
		requireOutside();
		SocketChannel channel = SocketChannel.open(family(address));
		try {
			channel.socket().connect(address, Math.clamp(limit.toMillis(), 1, Integer.MAX_VALUE));
			// The system may pick the target port itself as the local port; the socket is then connected to itself.
			if (address.equals(channel.getLocalAddress())) {
				throw new IOException("connection refused");
			}
		} catch (IOException failure) {
			channel.close();
			throw new IOException("cannot connect to " + address + ": " + failure.getMessage(), failure);
		}
		return new SocketTransport(this, channel);
	}

	@Override
	public <T> T await(CompletableFuture<T> future, Duration limit) throws PmixException {
		requireOutside();
		return Futures.await(future, limit);
	}

	/** Closes the loop with a limit of five seconds. */
	@Override
	public void close() {
		close(CLOSE_LIMIT);
	}

	@Override
	public void close(Duration limit) {
		requireOutside();
		try {
			execute(() -> beginClose(limit));
		} catch (RejectedExecutionException alreadyEnded) {
			LOG.log(Level.DEBUG, "Loop {0} is already closed", name);
		}
		try {
			if (!thread.join(limit.plus(CLOSE_LIMIT))) {
				LOG.log(Level.WARNING, "Loop {0} cannot close, a task blocks it: {1}", name, Arrays.toString(thread.getStackTrace()));
			}
		} catch (InterruptedException stop) {
			Thread.currentThread().interrupt();
		}
	}

	LoopBuffer readBuffer() {
		return readBuffer;
	}

	LoopBuffer writeBuffer() {
		return writeBuffer;
	}

	void register(SelectableChannel channel, ReadyListener target) throws IOException {
		channel.register(selector, 0, target);
	}

	void interest(SelectableChannel channel, int operations) {
		SelectionKey key = channel.keyFor(selector);
		// Requested often but rarely changed; a change costs a system call.
		if (key != null && key.isValid() && key.interestOps() != operations) {
			key.interestOps(operations);
		}
	}

	static ProtocolFamily family(InetSocketAddress address) {
		return address.getAddress() instanceof Inet6Address ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
	}

	private void requireOutside() {
		if (inLoop()) {
			throw new IllegalStateException("blocking call on loop " + name + " would wait for itself; use the asynchronous method");
		}
	}

	private void run() {
		try {
			while (!isDone()) {
				turn();
			}
			letGo(true);
		} catch (IOException failure) {
			LOG.log(Level.ERROR, "Loop " + name + " ends: its selector failed", failure);
			letGo(true);
		} finally {
			end();
		}
	}

	/** Survives an out-of-memory error, since all protocol state lives on this thread and memory may become available again. */
	private void turn() throws IOException {
		try {
			select();
			runTimers();
			runTasks();
		} catch (OutOfMemoryError full) {
			report("Turn", full);
		}
	}

	private void report(String what, Throwable mistake) {
		try {
			String text = what + " of loop " + name + " failed";
			if (mistake instanceof OutOfMemoryError) {
				// where the last byte was allocated says nothing, and a trace needs memory
				LOG.log(Level.ERROR, text + ": " + mistake);
			} else {
				LOG.log(Level.ERROR, text, mistake);
			}
		} catch (OutOfMemoryError full) {
			// not even enough memory to log
		}
	}

	private void select() throws IOException {
		long begun = System.nanoTime();
		if (!lookAgain(begun, active.time())) {
			sleep();
		}
		active.waited(System.nanoTime() - begun);
	}

	/** Returns whether there was input or output within a time; a task ends it. */
	private boolean lookAgain(long begun, long time) throws IOException {
		int found = 0;
		while (found == 0 && tasks.isEmpty() && System.nanoTime() - begun < time) {
			Thread.yield();
			found = selector.selectNow(dispatcher);
		}
		return found > 0;
	}

	private void sleep() throws IOException {
		awake.set(false);
		long wait = tasks.isEmpty() ? nanosToNextTimer() : 0;
		if (wait <= 0) {
			selector.selectNow(dispatcher);
		} else {
			// Rounded up, or the loop would spin through the last fraction of a millisecond; 0 means no timeout.
			selector.select(dispatcher, wait == Long.MAX_VALUE ? 0 : wait / 1_000_000 + 1);
		}
		awake.set(true);
	}

	private long nanosToNextTimer() {
		OptionalLong due = timers.nextDue();
		return due.isPresent() ? due.getAsLong() - nanos() : Long.MAX_VALUE;
	}

	private void dispatch(SelectionKey key) {
		ReadyListener target = (ReadyListener) key.attachment();
		try {
			if (key.isValid() && key.isWritable()) {
				target.writable();
			}
			if (key.isValid() && (key.readyOps() & (SelectionKey.OP_READ | SelectionKey.OP_ACCEPT)) != 0) {
				target.readable();
			}
		} catch (Throwable mistake) { // also a checked exception, which other languages do not declare
			report("Event", mistake);
		}
		runDeferred();
	}

	private void runTimers() {
		long now = nanos();
		while (timers.hasDue(now)) {
			handle(timers.takeDue(now));
		}
	}

	/** Runs the tasks that are present now; a task that resubmits itself runs once per turn. */
	private void runTasks() {
		if (tasks.isEmpty()) {
			return;
		}
		// a turn that ends before its mark leaves it to the next one; two marks would keep the loop awake forever
		if (!marked) {
			tasks.add(END_OF_TURN);
			marked = true;
		}
		for (int count = 0; count < MAX_TASKS_PER_TURN; count++) {
			Runnable task = tasks.poll();
			if (task == null) {
				return;
			}
			if (task == END_OF_TURN) {
				marked = false;
				return;
			}
			handle(task);
		}
	}

	/** Runs one event and the tasks that it deferred. */
	private void handle(Runnable event) {
		guarded(event);
		runDeferred();
	}

	private void runDeferred() {
		for (Runnable task = deferred.poll(); task != null; task = deferred.poll()) {
			guarded(task);
		}
	}

	private void guarded(Runnable task) {
		try {
			task.run();
		} catch (Throwable mistake) { // also a checked exception, which other languages do not declare
			report("Task", mistake);
		}
	}

	private void beginClose(Duration limit) {
		if (!closing) {
			closing = true;
			timers.add(nanos(), limit, () -> outOfTime = true);
			letGo(false);
		}
	}

	private boolean isDone() {
		return closing && (outOfTime || selector.keys().stream().noneMatch(SelectionKey::isValid));
	}

	private void letGo(boolean now) {
		for (SelectionKey key : selector.keys().toArray(SelectionKey[]::new)) {
			if (key.isValid()) {
				handle(() -> ((ReadyListener) key.attachment()).loopClosing(now));
			}
		}
	}

	private void end() {
		try {
			selector.close();
		} catch (IOException failure) {
			LOG.log(Level.DEBUG, "Closing the selector of loop " + name, failure);
		}
		ended = true;
		for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
			handle(task);
		}
	}

	/** Clock for measuring waits. Injected, so that tests can control time. */
	@FunctionalInterface
	public interface Ticker {
		/** The clock of the machine. */
		Ticker SYSTEM = System::nanoTime;

		/** @return nanoseconds since some fixed moment; never decreases */
		long nanos();
	}
}
