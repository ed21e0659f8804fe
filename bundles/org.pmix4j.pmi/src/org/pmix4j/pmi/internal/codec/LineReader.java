// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.ByteStrings;

/** Cuts the bytes of a connection into lines. Keeps the beginning of an unfinished line. Owned by one connection, on its thread. */
public final class LineReader {
	private static final int FIRST_SIZE = 256;

	private byte[] begun = new byte[0];
	private int length;

	/**
	 * Takes bytes up to the end of the next line.
	 *
	 * @param bytes what has arrived; all of it is consumed if no line ends in it
	 * @return the line without its end; empty if more bytes must arrive
	 * @throws PmixException MALFORMED if the line is longer than {@link PmiLimits#LINE}
	 */
	public Optional<String> next(ByteBuffer bytes) throws PmixException {
		int end = bytes.position();
		while (end < bytes.limit() && bytes.get(end) != '\n') {
			end++;
		}
		int count = end - bytes.position();
		if (length + count > PmiLimits.LINE) {
			throw new PmixException(Status.ERR_UNPACK_FAILURE, "a line of PMI-1 is longer than " + PmiLimits.LINE + " bytes");
		}
		if (length + count > begun.length) {
			begun = Arrays.copyOf(begun, Math.max(Math.max(FIRST_SIZE, length + count), Math.min(2 * begun.length, PmiLimits.LINE)));
		}
		bytes.get(begun, length, count);
		length += count;
		if (!bytes.hasRemaining()) {
			return Optional.empty();
		}
		bytes.get();
		String line = ByteStrings.decode(begun, 0, length);
		length = 0;
		begun = begun.length > PmiLimits.VALUE * 2 ? new byte[0] : begun;
		return Optional.of(line);
	}

	/** @return the number of bytes of the unfinished line */
	public int pending() {
		return length;
	}
}
