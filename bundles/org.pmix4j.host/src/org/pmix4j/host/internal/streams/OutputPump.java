// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

import org.pmix4j.job.OutputSink;
import org.pmix4j.job.OutputSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.internal.streams.Bytes;
import org.pmix4j.job.internal.streams.FileCreator;
import org.pmix4j.job.internal.streams.HeldLines;
import org.pmix4j.job.internal.streams.OutputFormatter;
import org.pmix4j.job.internal.streams.StreamLines;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.process.internal.process.ChildStream;
import org.pmix4j.process.internal.process.OutputHandler;

/**
 * Carries the output of one job from the process loop to its sink, and to processes that request it, on its own thread: the loop
 * only copies bytes into a queue, so that a slow sink delays only the ranks that write. Queues are bounded by pausing ranks. Owned by
 * its job.
 */
public final class OutputPump {
	/** The number of bytes that may wait for the sink, beside one read of each rank; below half of it paused ranks continue. */
	private static final long TOTAL_HIGH = 16 << 20;
	private static final long TOTAL_LOW = TOTAL_HIGH / 2;
	/** The same limits for one rank, so that a flood of one leaves room for the others. */
	private static final long RANK_HIGH = 1 << 20;
	private static final long RANK_LOW = RANK_HIGH / 4;
	private static final byte[] END = {};
	/** So many bytes in one piece are a flood: what one read of a full terminal returns. */
	private static final int FLOOD = 4 << 10;
	/** The most bytes of a stream that are passed on in one piece. */
	private static final int PIECE = 64 << 10;
	/** The time for more output to gather during a flood: otherwise each read of a terminal would wake the thread. */
	private static final long GATHERING = TimeUnit.MILLISECONDS.toNanos(1);

	private final OutputSpec spec;
	private final OutputSink sink;
	private final OutputFormatter formatter;
	private final OutputRelay relay;
	private final Consumer<IOException> failed;
	private final HeldLines held;
	private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();
	private final Queue<RankOutput> ranks = new ConcurrentLinkedQueue<>();
	private final AtomicLong queued = new AtomicLong();
	private final CompletableFuture<Void> finished = new CompletableFuture<>();
	private volatile boolean discarding;
	/** Completes when the readers of the relay have room again; used on the output thread. */
	private CompletableFuture<Void> relayed = CompletableFuture.completedFuture(null);

	/**
	 * The surroundings of a job.
	 *
	 * @param directory its working directory
	 * @param modes     of the files that it creates
	 * @param hosts     returns the name of the node on which a rank runs
	 */
	public record Place(Path directory, FileCreator modes, Function<Proc, String> hosts) {
	}

	/** An order to the output thread. */
	private sealed interface Order {
		/** Returns the number of bytes to be written. */
		default int size() {
			return 0;
		}
	}

	private record Data(RankOutput from, IofChannel channel, StreamLines lines, byte[] bytes) implements Order {
		@Override
		public int size() {
			return bytes.length;
		}
	}

	/** Output of one stream that was read in pieces, each of which is copied only once. */
	private static final class Pieces implements Order {
		private final Data first;
		private final List<Data> all = new ArrayList<>();
		private int size;

		private Pieces(Data first) {
			this.first = first;
			add(first);
		}

		/** Adds the next piece of the rank unless it is of another stream or would make this too large. */
		private boolean add(Data next) {
			if (next.lines != first.lines || !all.isEmpty() && size + next.size() > PIECE) {
				return false;
			}
			size += next.size();
			return all.add(next);
		}

		@Override
		public int size() {
			return size;
		}

		private Data join() {
			if (all.size() == 1) {
				return first;
			}
			ByteBuffer bytes = ByteBuffer.allocate(size);
			for (Data piece : all) {
				bytes.put(piece.bytes);
			}
			return new Data(first.from, first.channel, first.lines, bytes.array());
		}
	}

	private record Close(RankOutput from, IofChannel channel, StreamLines lines) implements Order {
	}

	/** Nothing more has come on a stream. */
	private record Idle(StreamLines lines) implements Order {
	}

	/** Text that is written on behalf of a rank. */
	private record Text(Proc from, IofChannel channel, StreamLines lines, byte[] bytes, CompletableFuture<Void> done) implements Order {
	}

	private record Finish() implements Order {
	}

	/**
	 * Starts the thread.
	 *
	 * @param name   of the job
	 * @param spec   the format of the output
	 * @param size   the number of ranks of the job
	 * @param sink   takes the output
	 * @param relay  takes the output, too, before it is formatted
	 * @param place  the surroundings of the job, for the names of files
	 * @param failed called once on the output thread when the sink fails; the rest is discarded
	 */
	public OutputPump(String name, OutputSpec spec, int size, OutputSink sink, OutputRelay relay, Place place, Consumer<IOException> failed) {
		this.spec = spec;
		this.sink = sink;
		formatter = new OutputFormatter(spec, size, sink, place.directory, place.modes, place.hosts);
		held = formatter.held();
		this.relay = relay;
		this.failed = failed;
		Thread thread = new Thread(this::run, "pmix-output-" + name);
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * @param proc     a rank
	 * @param hostname of its node
	 * @return takes its output
	 */
	public OutputHandler rank(Proc proc, String hostname) {
		RankOutput rank = new RankOutput(this, proc, hostname);
		ranks.add(rank);
		return rank;
	}

	/** @return completes when all output before this call was written and passed on, or was given up; the thread then ends */
	public CompletableFuture<Void> finish() {
		orders.add(new Finish());
		return finished;
	}

	/** @return whether the sink is slower than the ranks: some output waits for it */
	public boolean isBehind() {
		return !discarding && (queued.get() > 0 || ranks.stream().anyMatch(RankOutput::isPaused));
	}

	/** Discards all output that is not written yet. The thread may stay in a write that the sink never ends. */
	public void abandon() {
		discarding = true;
		ranks.forEach(RankOutput::resume);
		finished.complete(null);
	}

	/**
	 * Writes lines as if a rank had written them.
	 *
	 * @param from   the rank
	 * @param stream as which of its streams
	 * @param text   the lines
	 * @return completes when they are written and passed on; fails with OUT_OF_RESOURCE while too much output waits
	 */
	public CompletableFuture<Void> tell(RankProcess from, ChildStream stream, byte[] text) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		if (queued.get() > TOTAL_HIGH) {
			done.completeExceptionally(new PmixException(Status.ERR_OUT_OF_RESOURCE, "too much output waits to be written"));
		} else {
			queued.addAndGet(text.length);
			StreamLines lines = lines(from.proc(), from.node().name(), from.pid().orElse(0), stream, StreamLines.COMPLETE);
			orders.add(new Text(from.proc(), channel(stream), lines, text, done));
		}
		return done;
	}

	/** Copies bytes into the queue; called on the process loop's thread. */
	void put(RankOutput from, ChildStream stream, StreamLines lines, ByteBuffer data) {
		if (!discarding) {
			byte[] bytes = Bytes.copy(data);
			queued.addAndGet(bytes.length);
			from.queued(bytes.length);
			orders.add(new Data(from, channel(stream), lines, bytes));
		}
	}

	void end(RankOutput from, ChildStream stream, StreamLines lines) {
		orders.add(new Close(from, channel(stream), lines));
	}

	void idle(StreamLines lines) {
		orders.add(new Idle(lines));
	}

	private static IofChannel channel(ChildStream stream) {
		return stream == ChildStream.STDERR ? IofChannel.STDERR : IofChannel.STDOUT;
	}

	/** Makes the lines of a stream; the probe looks whether the rank has written more, and calls {@link #idle} if it has not. */
	StreamLines lines(Proc proc, String hostname, int pid, ChildStream stream, Runnable probe) {
		return formatter.lines(proc, hostname + ":" + pid, channel(stream), probe);
	}

	boolean mustWait(long ofRank) {
		return !discarding && (ofRank > RANK_HIGH || queued.get() > TOTAL_HIGH);
	}

	boolean mayGoOn(long ofRank) {
		return discarding || ofRank <= RANK_LOW && queued.get() <= TOTAL_LOW;
	}

	private void run() {
		try {
			carryOutAll();
		} catch (RuntimeException | Error e) {
			fail("the output thread", e);
			throw e;
		}
	}

	/** Fails the job because of an internal error, so that no rank waits for its output to be written. */
	void fail(String what, Throwable cause) {
		try {
			failed.accept(new IOException(what + " failed: " + cause, cause));
		} finally {
			abandon();
		}
	}

	private void carryOutAll() {
		List<Order> batch = new ArrayList<>();
		boolean more = true;
		boolean flood = false;
		while (more) {
			if (flood) {
				LockSupport.parkNanos(GATHERING);
			}
			try {
				Order next = held.isEmpty() ? orders.take() : orders.poll(held.untilDue(), TimeUnit.NANOSECONDS);
				if (next != null) {
					batch.add(next);
				}
			} catch (InterruptedException e) {
				// the host never interrupts this thread; foreign code that does wants it to end
				abandon();
				return;
			}
			orders.drainTo(batch);
			flood = batch.stream().mapToInt(Order::size).sum() >= FLOOD;
			for (Order order : flood ? joined(batch) : batch) {
				more &= carryOut(order);
			}
			batch.clear();
			held.takeDue().forEach(StreamLines::probe);
			if (orders.isEmpty()) {
				write(sink::flush);
			}
			ranks.forEach(RankOutput::resumeIfRoom);
		}
		write(formatter::close);
		relayed.thenRun(() -> finished.complete(null));
	}

	/** Joins the pieces of each stream, so that readers get few large ones. Keeps the order within a rank, not that among ranks. */
	private static List<Order> joined(List<Order> batch) {
		List<Order> joined = new ArrayList<>();
		Map<RankOutput, Pieces> last = new HashMap<>();
		for (Order order : batch) {
			if (!(order instanceof Data data)) {
				last.clear();
				joined.add(order);
			} else if (!last.containsKey(data.from) || !last.get(data.from).add(data)) {
				Pieces pieces = new Pieces(data);
				last.put(data.from, pieces);
				joined.add(pieces);
			}
		}
		return joined;
	}

	private boolean carryOut(Order order) {
		if (order instanceof Pieces pieces) {
			return carryOut(pieces.join());
		} else if (order instanceof Data data) {
			CompletableFuture<Void> passed = pass(data.from.proc(), data.channel, data.bytes);
			write(() -> data.lines.accept(data.bytes));
			queued.addAndGet(-data.bytes.length);
			passed.thenRun(() -> data.from.written(data.bytes.length));
		} else if (order instanceof Close close) {
			write(close.lines::close);
			pass(close.from.proc(), close.channel, END);
			if (spec.merge() && close.channel.equals(IofChannel.STDOUT)) {
				pass(close.from.proc(), IofChannel.STDERR, END); // a process may wait for the end of a stream that shares the descriptor
			}
		} else if (order instanceof Idle idle) {
			write(idle.lines::showIdle);
		} else if (order instanceof Text text) {
			CompletableFuture<Void> passed = pass(text.from, text.channel, text.bytes);
			write(() -> text.lines.accept(text.bytes));
			write(text.lines::close);
			queued.addAndGet(-text.bytes.length);
			passed.thenRun(() -> text.done.complete(null));
		} else if (order instanceof Finish) {
			return false;
		}
		return true;
	}

	private CompletableFuture<Void> pass(Proc from, IofChannel channel, byte[] bytes) {
		CompletableFuture<Void> passed = relay.pass(from, channel, bytes);
		relayed = relayed.isDone() ? passed : CompletableFuture.allOf(relayed, passed);
		return passed;
	}

	/** A write to the sink. */
	private interface Write {
		void run() throws IOException;
	}

	private void write(Write action) {
		if (discarding) {
			return;
		}
		try {
			action.run();
		} catch (IOException e) {
			discarding = true;
			failed.accept(e);
		} catch (Throwable e) { // also a checked exception, which other languages do not declare
			discarding = true;
			failed.accept(new IOException("the output sink failed: " + e, e));
		}
	}
}
