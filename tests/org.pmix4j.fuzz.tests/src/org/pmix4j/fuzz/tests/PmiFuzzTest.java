// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.pmi.internal.codec.FrameDecoder;
import org.pmix4j.pmi.internal.codec.FrameReader;
import org.pmix4j.pmi.internal.codec.LineReader;
import org.pmix4j.pmi.internal.codec.PmiDecoder;
import org.pmix4j.pmi.internal.codec.PmiLimits;
import org.pmix4j.pmi.internal.codec.PmiRequest;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes the bytes of a rank that speaks PMI. An input holds a seed for splitting, and the bytes of a connection. */
class PmiFuzzTest {
	/** Reads the requests of one version. */
	private interface Reading {
		List<PmiRequest> of(Input.Pieces pieces) throws PmixException;
	}

	@FuzzTest
	void decode_anyBytesInAnyPieces_keepsThePromise(byte[] data) {
		check(data, PmiFuzzTest::lines);
	}

	@FuzzTest
	void decodeFrames_anyBytesInAnyPieces_keepsThePromise(byte[] data) {
		check(data, PmiFuzzTest::frames);
	}

	private static void check(byte[] data, Reading reading) {
		Input input = new Input(data);
		int seed = input.octet();
		byte[] bytes = input.rest();

		Promise.bounded(bytes.length, () -> reading.of(new Input.Pieces(bytes, seed)))
				.ifPresent(requests -> Promise.same(requests, Promise.sound(requests, () -> reading.of(new Input.Pieces(bytes, seed + 1)))));
	}

	private static List<PmiRequest> lines(Input.Pieces pieces) throws PmixException {
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
			requireBounded(lines.pending(), PmiLimits.LINE);
		}
		return requests;
	}

	private static List<PmiRequest> frames(Input.Pieces pieces) throws PmixException {
		FrameReader frames = new FrameReader();
		List<PmiRequest> requests = new ArrayList<>();
		while (pieces.hasNext()) {
			ByteBuffer piece = pieces.next();
			while (piece.hasRemaining()) {
				Optional<String> frame = frames.next(piece);
				if (frame.isPresent()) {
					requests.add(FrameDecoder.decode(frame.get()));
				}
			}
			requireBounded(frames.pending(), PmiLimits.LINE + 6);
		}
		return requests;
	}

	private static void requireBounded(int pending, int most) {
		if (pending > most) {
			throw new AssertionError("keeps " + pending + " bytes of an unfinished request");
		}
	}
}
