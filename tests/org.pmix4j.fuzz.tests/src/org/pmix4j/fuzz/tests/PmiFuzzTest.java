// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.PmixException;
import org.pmix4j.pmi.internal.codec.LineReader;
import org.pmix4j.pmi.internal.codec.PmiDecoder;
import org.pmix4j.pmi.internal.codec.PmiLimits;
import org.pmix4j.pmi.internal.codec.PmiRequest;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes the lines of a rank that speaks PMI-1. An input holds a seed for splitting, and the bytes of a connection. */
class PmiFuzzTest {
	@FuzzTest
	void decode_anyBytesInAnyPieces_keepsThePromise(byte[] data) {
		Input input = new Input(data);
		int seed = input.octet();
		byte[] bytes = input.rest();

		Promise.bounded(bytes.length, () -> read(new Input.Pieces(bytes, seed)))
				.ifPresent(requests -> Promise.same(requests, Promise.sound(requests, () -> read(new Input.Pieces(bytes, seed + 1)))));
	}

	private static List<PmiRequest> read(Input.Pieces pieces) throws PmixException {
		LineReader lines = new LineReader();
		PmiDecoder decoder = new PmiDecoder();
		List<PmiRequest> requests = new ArrayList<>();
		while (pieces.hasNext()) {
			ByteBuffer piece = pieces.next();
			while (piece.hasRemaining()) {
				var line = lines.next(piece);
				if (line.isPresent()) {
					decoder.decode(line.get()).ifPresent(requests::add);
				}
			}
			if (lines.pending() > PmiLimits.LINE) {
				throw new AssertionError("keeps " + lines.pending() + " bytes of an unfinished line");
			}
		}
		return requests;
	}
}
