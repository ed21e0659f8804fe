// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameReader;
import org.pmix4j.wire.internal.frame.FrameWriter;

import com.code_intelligence.jazzer.junit.FuzzTest;

/** Fuzzes the frame stream. An input holds a seed for splitting, and the stream. */
class FrameFuzzTest {
	@FuzzTest
	void read_anyBytesInAnyPieces_keepsThePromise(byte[] data) {
		Input input = new Input(data);
		int seed = input.octet();
		byte[] stream = input.rest();

		Optional<List<Frame>> cut = Promise.bounded(stream.length, () -> read(new Input.Pieces(stream, seed)));

		Promise.same(cut, Promise.bounded(stream.length, () -> read(ByteBuffer.wrap(stream))));
		if (cut.isPresent()) {
			byte[] written = write(cut.get());
			Promise.same(cut.get(), Promise.sound(cut.get(), () -> read(ByteBuffer.wrap(written))));
		}
	}

	private static List<Frame> read(Input.Pieces pieces) throws MalformedMessageException {
		FrameReader reader = new FrameReader(Limits.DEFAULT);
		List<Frame> frames = new ArrayList<>();
		while (pieces.hasNext()) {
			addAll(reader, pieces.next(), frames);
		}
		return frames;
	}

	private static List<Frame> read(ByteBuffer stream) throws MalformedMessageException {
		List<Frame> frames = new ArrayList<>();
		addAll(new FrameReader(Limits.DEFAULT), stream, frames);
		return frames;
	}

	private static void addAll(FrameReader reader, ByteBuffer in, List<Frame> frames) throws MalformedMessageException {
		for (Optional<Frame> next = reader.next(in); next.isPresent(); next = reader.next(in)) {
			frames.add(next.get());
		}
	}

	private static byte[] write(List<Frame> frames) {
		ByteArrayOutputStream all = new ByteArrayOutputStream();
		for (Frame frame : frames) {
			for (ByteBuffer part : FrameWriter.encode(frame)) {
				all.write(part.array(), part.arrayOffset() + part.position(), part.remaining());
			}
		}
		return all.toByteArray();
	}
}
