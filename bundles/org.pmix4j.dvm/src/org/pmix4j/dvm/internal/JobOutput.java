// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.pmix4j.client.IofOutput;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.internal.streams.FileCreator;
import org.pmix4j.job.internal.streams.OutputFormatter;
import org.pmix4j.job.internal.streams.StreamLines;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * Carries the output of one job from its server to its sink, on its own daemon thread: a slow sink delays this job alone, until the
 * server is made to wait. Owned by its job; ends with {@link #finish}.
 */
public final class JobOutput {
	/** The bytes that may wait for the sink before the server must wait. */
	private static final int MOST = 8 << 20;

	private final OutputSink sink;
	private final Optional<OutputFormatter> formatter;
	private final Function<Proc, String> places;
	private final Consumer<IOException> failed;
	private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();
	private final Semaphore room = new Semaphore(MOST);
	private final Map<Stream, StreamLines> streams = new HashMap<>();
	private final CompletableFuture<Void> finished = new CompletableFuture<>();
	private final Thread thread;
	private volatile boolean discarding;

	/** A stream of a rank. */
	private record Stream(Proc source, IofChannel channel) {
	}

	/** The next step of the thread. */
	private sealed interface Order {
	}

	private record Data(IofOutput output, int permits) implements Order {
	}

	/** Nothing more has come on a stream since it was asked for. */
	private record Idle(Stream stream) implements Order {
	}

	private record Finish() implements Order {
	}

	/**
	 * @param job      whose sink takes the output
	 * @param isFormed whether the server formats it
	 * @param hosts    returns the name of the node of a rank
	 * @param places   returns node and process id of a rank, as detailed tags show them
	 * @param failed   called once when the sink fails; the rest is discarded
	 */
	public JobOutput(JobSpec job, boolean isFormed, Function<Proc, String> hosts, Function<Proc, String> places,
			Consumer<IOException> failed) {
		sink = job.sink();
		formatter = isFormed ? Optional.empty()
				: Optional.of(new OutputFormatter(job.output(), job.size(), sink, job.directory(), FileCreator.PLAIN, hosts));
		this.places = places;
		this.failed = failed;
		thread = new Thread(this::run, "pmix-job-output");
		thread.setDaemon(true);
	}

	/** Begins to write; output that has come before waits until then. */
	public void start() {
		if (thread.getState() == Thread.State.NEW) {
			thread.start();
		}
	}

	/**
	 * Adds a piece, and waits while too much waits for the sink.
	 *
	 * @param output of a rank, or of the whole job
	 */
	public void put(IofOutput output) {
		int permits = Math.min(MOST, output.data().size());
		if (!discarding) {
			room.acquireUninterruptibly(permits);
			orders.add(new Data(output, permits));
		}
	}

	/** Adds a piece without waiting. */
	void putEarly(IofOutput output) {
		orders.add(new Data(output, 0));
	}

	/** @return completes when all output before this call was written, or was given up; the thread then ends */
	public CompletableFuture<Void> finish() {
		orders.add(new Finish());
		start();
		return finished;
	}

	/** Discards all output that is not written yet. The thread may stay in a write that the sink never ends. */
	public void abandon() {
		discarding = true;
		room.release(MOST);
		finished.complete(null);
	}

	private void run() {
		try {
			boolean more = true;
			while (more) {
				Order next = next();
				if (next != null) {
					more = carryOut(next);
				}
				formatter.ifPresent(lines -> lines.held().takeDue().forEach(StreamLines::probe));
				if (orders.isEmpty()) {
					write(sink::flush);
				}
			}
		} catch (InterruptedException e) {
			// only foreign code interrupts this thread, in order to end it
		} finally {
			abandon();
		}
	}

	private @Nullable Order next() throws InterruptedException {
		return formatter.isEmpty() || formatter.get().held().isEmpty() ? orders.take()
				: orders.poll(formatter.get().held().untilDue(), TimeUnit.NANOSECONDS);
	}

	private boolean carryOut(Order order) {
		if (order instanceof Data data) {
			write(() -> take(data.output));
			room.release(data.permits);
		} else if (order instanceof Idle idle) {
			write(streams.get(idle.stream)::showIdle);
		} else {
			streams.values().forEach(lines -> write(lines::close));
			formatter.ifPresent(lines -> write(lines::close));
			write(sink::flush);
			return false;
		}
		return true;
	}

	private void take(IofOutput output) throws IOException {
		byte[] bytes = output.data().toByteArray();
		if (formatter.isEmpty()) {
			if (Submission.isLineEnd(output.infos())) {
				sink.endLine(output.source(), output.channel());
			} else if (bytes.length > 0) {
				sink.write(output.source(), output.channel(), ByteBuffer.wrap(bytes));
			}
			return;
		}
		Stream stream = new Stream(output.source(), output.channel());
		StreamLines lines = streams.computeIfAbsent(stream, key -> formatter.get().lines(key.source, places.apply(key.source), key.channel,
				() -> orders.add(new Idle(key))));
		if (output.isEnd()) {
			lines.close();
		} else {
			lines.accept(bytes);
		}
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
