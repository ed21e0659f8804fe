// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.streams;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts one stream of one rank into whole lines: bytes after the last line end are held back until their line or the stream ends, or until
 * nothing more has come for a moment, as behind a prompt. A line also ends before a carriage return without a line feed: it begins the
 * next state of a progress bar. Owned by an {@link OutputFormatter}.
 */
public final class StreamLines {
	/** A line that grows beyond this is passed on in pieces. */
	public static final int MAX_LINE = 2 << 20;

	/** The probe of a stream whose bytes have all come. */
	public static final Runnable COMPLETE = () -> {
	};

	private static final byte[] NOTHING = {};
	private static final byte[] RETURN = { '\r' };
	private static final int KEPT = 1 << 16;

	private final List<MarkedStream> targets;
	private final HeldLines total;
	private final boolean raw;
	private final Runnable probe;
	private byte[] held = NOTHING;
	private int size;
	private boolean probing;

	/**
	 * @param targets take the lines
	 * @param total   the lines that all streams of the job hold back
	 * @param raw     whether unfinished lines are passed on
	 * @param probe   looks whether the rank has written more; {@link #showIdle} follows if it has not
	 */
	StreamLines(List<MarkedStream> targets, HeldLines total, boolean raw, Runnable probe) {
		this.targets = targets;
		this.total = total;
		this.raw = raw;
		this.probe = probe;
	}

	/**
	 * Takes the next bytes of the stream.
	 *
	 * @param bytes no longer changed by the caller
	 * @throws IOException if a target fails
	 */
	public void accept(byte[] bytes) throws IOException {
		if (raw) {
			emit(bytes, 0, bytes.length);
			return;
		}
		if (size > 1 && held[size - 1] == '\r' && held[size - 2] != '\r' && bytes.length > 0 && bytes[0] != '\n') {
			total.remove(this, 1);
			size--;
			release();
			hold(RETURN, 0, 1);
		}
		boolean begun = size > 0 && held[size - 1] != '\r';
		int end = Bytes.lastEnd(bytes, begun);
		int next = 0;
		if (end >= 0 && size > 0) {
			// complete the held line alone, so that the rest goes out without a copy
			next = Bytes.firstEnd(bytes, begun);
			hold(bytes, 0, next);
			release();
		}
		if (next < end) {
			emit(bytes, next, end);
		}
		hold(bytes, Math.max(next, end), bytes.length);
		if (size > MAX_LINE || total.isTooMuch()) {
			release();
		}
	}

	/** Looks whether more has come, as the held bytes have waited long enough. */
	public void probe() {
		probing = true;
		probe.run();
	}

	/**
	 * Passes on the held bytes, as nothing more has come; ignored if something has come since {@link #probe}.
	 *
	 * @throws IOException if a target fails
	 */
	public void showIdle() throws IOException {
		if (probing) {
			release();
		}
	}

	/**
	 * Passes on the held bytes at the end of the stream.
	 *
	 * @throws IOException if a target fails
	 */
	public void close() throws IOException {
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
			total.add(this, length);
		}
	}

	private void release() throws IOException {
		int length = size;
		byte[] bytes = held;
		size = 0;
		probing = false;
		total.remove(this, length);
		if (held.length > KEPT) {
			held = NOTHING;
		}
		emit(bytes, 0, length);
	}

	private void emit(byte[] bytes, int from, int to) throws IOException {
		if (to > from) {
			for (MarkedStream target : targets) {
				target.write(bytes, from, to);
			}
		}
	}
}
