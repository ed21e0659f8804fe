// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.frame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Remembers the last frames of one peer, to be shown when something went wrong. Costs a few stores a frame until it is
 * read. Owned by the peer, on its loop.
 */
public final class FrameTap {
	/** Of a longer payload only the start is kept, so that a tap does not hold on to large messages. */
	private static final int KEPT = 4096;
	private static final int BYTES_A_LINE = 16;

	private final Entry[] ring;
	private long count;

	/** @param size how many frames to remember; 0 turns it off */
	public FrameTap(int size) {
		ring = new Entry[size];
	}

	/** Which way a frame went. */
	public enum Direction {
		/** To us. */
		IN,
		/** From us. */
		OUT
	}

	/**
	 * One frame that passed.
	 *
	 * @param direction which way
	 * @param nanos     when, by the loop's clock
	 * @param length    bytes of the whole payload
	 * @param frame     the frame; of a long payload only the start
	 */
	public record Entry(Direction direction, long nanos, int length, Frame frame) {
	}

	/**
	 * @param direction which way
	 * @param nanos     when, by the loop's clock
	 * @param frame     what passes
	 */
	public void record(Direction direction, long nanos, Frame frame) {
		if (ring.length == 0) {
			return;
		}
		byte[] payload = frame.payload();
		Frame kept = payload.length <= KEPT ? frame : new Frame(frame.pindex(), frame.tag(), Arrays.copyOf(payload, KEPT));
		ring[(int) (count++ % ring.length)] = new Entry(direction, nanos, payload.length, kept);
	}

	/** @return how many frames passed, also those forgotten */
	public long count() {
		return count;
	}

	/** @return the last frames, oldest first */
	public List<Entry> entries() {
		List<Entry> entries = new ArrayList<>();
		for (long index = Math.max(0, count - ring.length); index < count; index++) {
			entries.add(ring[(int) (index % ring.length)]);
		}
		return entries;
	}

	/**
	 * @param now      time of the loop's clock; frames are shown with their age
	 * @param describe what a frame says, in one line; may say nothing
	 * @return the last frames, oldest first, each with its bytes in hex
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
