// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.Proc;
import org.pmix4j.server.spi.LineMarker;

/**
 * Cuts one stream of one rank into whole lines: bytes after the last line feed are held back until their line or the stream ends.
 * Owned by an {@link OutputPump}.
 */
public final class StreamLines {
	/** A line that grows beyond this is passed on in pieces. */
	public static final int MAX_LINE = 2 << 20;

	private static final byte[] NOTHING = {};
	private static final int KEPT = 1 << 16;

	private final Proc proc;
	private final OutputTarget target;
	private final HeldBytes total;
	private final boolean raw;
	private final @Nullable LineMarker marker;
	private byte[] held = NOTHING;
	private int size;

	/**
	 * @param proc   the rank
	 * @param target takes the lines
	 * @param total  counts the bytes that all streams of the job hold back
	 * @param raw    whether unfinished lines are passed on
	 */
	StreamLines(Proc proc, OutputTarget target, HeldBytes total, boolean raw) {
		this(proc, target, total, raw, null);
	}

	private StreamLines(Proc proc, OutputTarget target, HeldBytes total, boolean raw, @Nullable LineMarker marker) {
		this.proc = proc;
		this.target = target;
		this.total = total;
		this.raw = raw;
		this.marker = marker;
	}

	/** Returns the same stream with marks. */
	StreamLines marked(LineMarker with) {
		return new StreamLines(proc, target, total, raw, with);
	}

	/** Takes the next bytes of the stream. */
	void accept(byte[] bytes) throws IOException {
		int last = raw ? bytes.length - 1 : Bytes.lastIndexOf(bytes, (byte) '\n');
		int next = 0;
		if (last >= 0 && size > 0) {
			// complete the held line alone, so that the rest goes out without a copy
			next = Bytes.indexOf(bytes, (byte) '\n', 0, bytes.length) + 1;
			hold(bytes, 0, next);
			release();
		}
		if (next <= last) {
			emit(bytes, next, last + 1);
		}
		hold(bytes, Math.max(next, last + 1), bytes.length);
		if (size > MAX_LINE || total.isTooMuch()) {
			release();
		}
	}

	/** Passes on the held bytes at the end of the stream. */
	void close() throws IOException {
		release();
	}

	private void hold(byte[] bytes, int from, int to) {
		int length = to - from;
		if (length > 0) {
			if (length > held.length - size) {
				held = Arrays.copyOf(held, Math.max(size + length, 2 * held.length));
			}
			System.arraycopy(bytes, from, held, size, length);
			size += length;
			total.add(length);
		}
	}

	private void release() throws IOException {
		int length = size;
		byte[] bytes = held;
		size = 0;
		total.add(-length);
		if (held.length > KEPT) {
			held = NOTHING;
		}
		if (length > 0) {
			emit(bytes, 0, length);
		}
	}

	Proc proc() {
		return proc;
	}

	/** Continues on a new line, as another stream has ended the unfinished one. */
	void lineBroken() {
		LineMarker marks = marker;
		if (marks != null) {
			marks.lineBroken();
		}
	}

	private void emit(byte[] bytes, int from, int to) throws IOException {
		LineMarker marks = marker;
		if (marks != null) {
			target.writeLines(this, proc, marks.mark(bytes, from, to));
		} else if (raw) {
			target.write(proc, ByteBuffer.wrap(bytes, from, to - from));
		} else {
			target.writeLines(this, proc, ByteBuffer.wrap(bytes, from, to - from));
		}
	}
}
