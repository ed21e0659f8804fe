// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Ring buffer of a peer's most recent frames, for diagnostics. Recording costs a few stores per frame; text is formatted only by {@link
 * #dump}. Owned by the peer, on its loop.
 */
public final class FrameTap {
	/** Bytes kept of each payload, so that the tap does not retain large messages. */
	private static final int KEPT = 4096;
	private static final int BYTES_A_LINE = 16;

	private final Entry[] ring;
	private long count;

	/** @param size number of frames to keep; 0 disables the tap */
	public FrameTap(int size) {
		ring = new Entry[size];
	}

	/** Direction of a frame. */
	public enum Direction {
		/** Received by this process. */
		IN,
		/** Sent by this process. */
		OUT
	}

	/**
	 * A recorded frame.
	 *
	 * @param direction whether it was received or sent
	 * @param nanos     time of the loop's clock
	 * @param length    length of the original payload, in bytes
	 * @param frame     the frame, with its payload truncated if it is long
	 */
	public record Entry(Direction direction, long nanos, int length, Frame frame) {
	}

	/**
	 * Records a frame.
	 *
	 * @param direction whether it is received or sent
	 * @param nanos     time of the loop's clock
	 * @param frame     the frame
	 */
	public void record(Direction direction, long nanos, Frame frame) {
		if (ring.length == 0) {
			return;
		}
		byte[] payload = frame.payload();
		Frame kept = payload.length <= KEPT ? frame : new Frame(frame.pindex(), frame.tag(), Arrays.copyOf(payload, KEPT));
		ring[(int) (count++ % ring.length)] = new Entry(direction, nanos, payload.length, kept);
	}

	/** @return number of frames recorded since the start, including overwritten ones */
	public long count() {
		return count;
	}

	/** @return the recorded frames, oldest first */
	public List<Entry> entries() {
		List<Entry> entries = new ArrayList<>();
		for (long index = Math.max(0, count - ring.length); index < count; index++) {
			entries.add(ring[(int) (index % ring.length)]);
		}
		return entries;
	}

	/**
	 * Formats the recorded frames.
	 *
	 * @param now      time of the loop's clock, from which the age of each frame is computed
	 * @param describe summarizes a frame in one line; may return an empty string
	 * @return the recorded frames, oldest first, each with a hex dump of its bytes
	 */
	public String dump(long now, Function<Entry, String> describe) {
		StringBuilder out = new StringBuilder();
		for (Entry entry : entries()) {
			out.append(String.format(Locale.ROOT, "%.6f s ago %-3s tag %s, %d bytes %s%n", (now - entry.nanos()) / 1e9, entry.direction(),
					Tag.toString(entry.frame().tag()), entry.length(), describe.apply(entry)));
			appendHex(out, entry);
		}
		return out.toString();
	}

	private static void appendHex(StringBuilder out, Entry entry) {
		byte[] bytes = entry.frame().payload();
		for (int line = 0; line < bytes.length; line += BYTES_A_LINE) {
			StringBuilder text = new StringBuilder();
			out.append(String.format(Locale.ROOT, "    %04x ", line));
			for (int at = line; at < line + BYTES_A_LINE; at++) {
				out.append(at < bytes.length ? String.format(Locale.ROOT, " %02x", bytes[at]) : "   ");
				text.append(at < bytes.length ? printable(bytes[at]) : ' ');
			}
			out.append("  ").append(text.toString().stripTrailing()).append(System.lineSeparator());
		}
		if (bytes.length < entry.length()) {
			out.append("    ... ").append(entry.length() - bytes.length).append(" more bytes").append(System.lineSeparator());
		}
	}

	private static char printable(byte octet) {
		return octet >= ' ' && octet < 0x7f ? (char) octet : '.';
	}
}
