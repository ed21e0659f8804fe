// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.model.internal.text.PeerText;

/**
 * Cuts the bytes of a connection into frames of PMI-2: six characters with the length in decimal, and so many bytes. Keeps the beginning of
 * an unfinished frame; grows with the bytes that have arrived, not with the length that a peer announces. Owned by one connection, on its
 * thread.
 */
public final class FrameReader {
	/** The number of characters of the length. */
	static final int HEAD = 6;
	private static final int FIRST_SIZE = 256;

	private byte[] begun = new byte[FIRST_SIZE];
	private int length;

	/**
	 * Takes bytes up to the end of the next frame.
	 *
	 * @param bytes those that have arrived; all of them are consumed if no frame ends in them
	 * @return the frame without its length; empty if more bytes must arrive
	 * @throws PmixException MALFORMED if the length is not a number from 1 to {@link PmiLimits#LINE}
	 */
	public Optional<String> next(ByteBuffer bytes) throws PmixException {
		take(bytes, HEAD);
		if (length < HEAD) {
			return Optional.empty();
		}
		int end = HEAD + announced();
		take(bytes, end);
		if (length < end) {
			return Optional.empty();
		}
		String frame = ByteStrings.decode(begun, HEAD, end - HEAD);
		length = 0;
		begun = begun.length > PmiLimits.VALUE * 2 ? new byte[FIRST_SIZE] : begun;
		return Optional.of(frame);
	}

	private void take(ByteBuffer bytes, int end) {
		int count = Math.min(end - length, bytes.remaining());
		if (count <= 0) {
			return;
		}
		if (length + count > begun.length) {
			begun = Arrays.copyOf(begun, Math.max(length + count, Math.min(2 * begun.length, HEAD + PmiLimits.LINE)));
		}
		bytes.get(begun, length, count);
		length += count;
	}

	private int announced() throws PmixException {
		String text = ByteStrings.decode(begun, 0, HEAD).strip();
		int number = 0;
		for (int i = 0; i < text.length() && number >= 0; i++) {
			char c = text.charAt(i);
			number = c >= '0' && c <= '9' ? 10 * number + c - '0' : -1;
		}
		if (number <= 0 || number > PmiLimits.LINE) {
			throw Pairs.malformed("the length of a frame of PMI-2 is '" + PeerText.of(text) + "'; expected a number from 1 to " + PmiLimits.LINE);
		}
		return number;
	}

	/** @return the number of bytes of the unfinished frame */
	public int pending() {
		return length;
	}
}
