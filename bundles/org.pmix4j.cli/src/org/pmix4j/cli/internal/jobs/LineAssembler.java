// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.jobs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * Joins pieces of output to lines, for each process and stream. A line that is longer than a limit is delivered in parts, and so is one
 * whose end does not come for a moment, such as a prompt. Thread-safe: a tool calls its handlers one at a time, and a timer looks for
 * prompts.
 */
public final class LineAssembler {
	/** The time that the beginning of a line waits for its end. */
	public static final long PATIENCE_MILLIS = 100;

	private static final int LIMIT = 1 << 20;

	private final Map<Stream, Begun> open = new LinkedHashMap<>();
	private final Receiver receiver;
	private final LongSupplier clock;

	/** A stream of a process. */
	private record Stream(Proc source, IofChannel channel) {
	}

	/** The beginning of a line, and when it came. */
	private record Begun(ByteArrayOutputStream bytes, long since) {
	}

	/** Receives lines. */
	@FunctionalInterface
	public interface Receiver {
		/**
		 * Takes a line, or a part of one.
		 *
		 * @param source  the process that wrote it
		 * @param channel its stream
		 * @param line    the bytes, without the line break
		 * @param isEnded whether a line break followed
		 * @throws IOException if it cannot be written
		 */
		void line(Proc source, IofChannel channel, byte[] line, boolean isEnded) throws IOException;
	}

	/** @param receiver takes the lines, one call at a time */
	public LineAssembler(Receiver receiver) {
		this(receiver, System::nanoTime);
	}

	/**
	 * @param receiver takes the lines, one call at a time
	 * @param clock    nanoseconds
	 */
	public LineAssembler(Receiver receiver, LongSupplier clock) {
		this.receiver = receiver;
		this.clock = clock;
	}

	/**
	 * Adds a piece.
	 *
	 * @param source  the process that wrote it
	 * @param channel its stream
	 * @param piece   the bytes
	 * @throws IOException of the receiver
	 */
	public synchronized void add(Proc source, IofChannel channel, byte[] piece) throws IOException {
		Stream stream = new Stream(source, channel);
		int begin = 0;
		for (int i = 0; i < piece.length; i++) {
			if (piece[i] == '\n') {
				deliver(stream, piece, begin, i, true);
				begin = i + 1;
			}
		}
		if (begin < piece.length) {
			ByteArrayOutputStream rest = open.computeIfAbsent(stream, key -> new Begun(new ByteArrayOutputStream(), clock.getAsLong())).bytes;
			rest.write(piece, begin, piece.length - begin);
			if (rest.size() > LIMIT) {
				deliver(stream, piece, 0, 0, false);
			}
		}
	}

	private void deliver(Stream stream, byte[] piece, int begin, int end, boolean isEnded) throws IOException {
		Begun begun = open.remove(stream);
		ByteArrayOutputStream line = begun == null ? new ByteArrayOutputStream() : begun.bytes;
		line.write(piece, begin, end - begin);
		receiver.line(stream.source, stream.channel, line.toByteArray(), isEnded);
	}

	/**
	 * Delivers the beginnings of lines that have waited long enough.
	 *
	 * @return whether there were any
	 * @throws IOException of the receiver
	 */
	public synchronized boolean deliverBegun() throws IOException {
		long limit = clock.getAsLong() - TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
		List<Stream> due = new ArrayList<>();
		open.forEach((stream, begun) -> {
			if (begun.since - limit <= 0) {
				due.add(stream);
			}
		});
		for (Stream stream : due) {
			deliver(stream, new byte[0], 0, 0, false);
		}
		return !due.isEmpty();
	}

	/**
	 * Delivers the last lines, which have no line breaks.
	 *
	 * @throws IOException of the receiver
	 */
	public synchronized void end() throws IOException {
		while (!open.isEmpty()) {
			deliver(open.keySet().iterator().next(), new byte[0], 0, 0, false);
		}
	}
}
