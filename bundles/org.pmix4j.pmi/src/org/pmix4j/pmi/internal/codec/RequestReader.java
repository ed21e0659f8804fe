// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

import java.nio.ByteBuffer;
import java.util.Optional;

import org.pmix4j.model.PmixException;

/** Reads requests of one version of the protocol from the bytes of a connection. Owned by the connection, on its thread. */
public interface RequestReader {
	/**
	 * Reads the next request.
	 *
	 * @param bytes those that have arrived; all of them are consumed if no request ends in them
	 * @return the request; empty if none was completed, though bytes may be left
	 * @throws PmixException if the request is malformed or not known; the message names it
	 */
	Optional<PmiRequest> next(ByteBuffer bytes) throws PmixException;

	/** @return requests of PMI-1, in lines */
	static RequestReader ofLines() {
		LineReader lines = new LineReader();
		PmiDecoder decoder = new PmiDecoder();
		return bytes -> {
			Optional<String> line = lines.next(bytes);
			return line.isPresent() ? decoder.decode(line.get()) : Optional.empty();
		};
	}

	/** @return requests of PMI-2, in frames */
	static RequestReader ofFrames() {
		FrameReader frames = new FrameReader();
		return bytes -> {
			Optional<String> frame = frames.next(bytes);
			return frame.isPresent() ? Optional.of(FrameDecoder.decode(frame.get())) : Optional.empty();
		};
	}
}
