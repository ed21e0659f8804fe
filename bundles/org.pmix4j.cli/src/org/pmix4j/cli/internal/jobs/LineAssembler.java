// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.internal.jobs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;

/**
 * Joins pieces of output to lines, for each process and stream. A line that is longer than a limit is delivered in parts. Used by the
 * handlers of a tool, which are called one at a time.
 */
public final class LineAssembler {
	private static final int LIMIT = 1 << 20;

	private final Map<Stream, ByteArrayOutputStream> open = new LinkedHashMap<>();
	private final Receiver receiver;

	/** A stream of a process. */
	private record Stream(Proc source, IofChannel channel) {
	}

	/** Receives lines. */
	@FunctionalInterface
	public interface Receiver {
		/**
		 * Takes a line.
		 *
		 * @param source  the process that wrote it
		 * @param channel its stream
		 * @param line    the bytes, without the line break
		 * @throws IOException if it cannot be written
		 */
		void line(Proc source, IofChannel channel, byte[] line) throws IOException;
	}

	/** @param receiver takes the lines */
	public LineAssembler(Receiver receiver) {
		this.receiver = receiver;
	}

	/**
	 * Adds a piece.
	 *
	 * @param source  the process that wrote it
	 * @param channel its stream
	 * @param piece   the bytes
	 * @throws IOException of the receiver
	 */
	public void add(Proc source, IofChannel channel, byte[] piece) throws IOException {
		Stream stream = new Stream(source, channel);
		int begin = 0;
		for (int i = 0; i < piece.length; i++) {
			if (piece[i] == '\n') {
				deliver(stream, piece, begin, i);
				begin = i + 1;
			}
		}
		if (begin < piece.length) {
			ByteArrayOutputStream rest = open.computeIfAbsent(stream, key -> new ByteArrayOutputStream());
			rest.write(piece, begin, piece.length - begin);
			if (rest.size() > LIMIT) {
				deliver(stream, piece, 0, 0);
			}
		}
	}

	private void deliver(Stream stream, byte[] piece, int begin, int end) throws IOException {
		ByteArrayOutputStream line = open.containsKey(stream) ? open.remove(stream) : new ByteArrayOutputStream();
		line.write(piece, begin, end - begin);
		receiver.line(stream.source, stream.channel, line.toByteArray());
	}

	/**
	 * Delivers the last lines, which have no line breaks.
	 *
	 * @throws IOException of the receiver
	 */
	public void end() throws IOException {
		while (!open.isEmpty()) {
			deliver(open.keySet().iterator().next(), new byte[0], 0, 0);
		}
	}
}
