// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameMemory;
import org.pmix4j.wire.internal.frame.FrameReader;
import org.pmix4j.wire.internal.frame.FrameWriter;

class FrameReaderTest {
	/** TCP payload between a client and a server of 4.2.2: requests 101 (REQ) and 103 (fence), and an empty reply made by hand. */
	private static final byte[] CAPTURED = HexFormat.of().parseHex("00000000000000650000000200000000" + "0200"
			+ "00000000000000670000002500000000" + "02030201020c6d796a6f6200feffffff0f0201021a706d69782e636f6c6c65637400000101"
			+ "ffffffff000000650000000000000000");
	private static final Limits SMALL = new Limits(64, 1000, 64, 64, 4, 64);

	private final FrameReader reader = new FrameReader(Limits.DEFAULT);

	@Test
	void next_severalFramesInOneBuffer_givesEach() throws MalformedMessageException {
		List<Frame> frames = readAll(ByteBuffer.wrap(CAPTURED));

		assertThat(frames).extracting(Frame::tag).containsExactly(101, 103, 101);
		assertThat(frames).extracting(Frame::pindex).containsExactly(0, 0, -1);
		assertThat(frames).extracting(frame -> frame.payload().length).containsExactly(2, 37, 0);
		assertThat(frames.get(0).payload()).containsExactly(2, 0);
	}

	@Test
	void next_splitAtAnyTwoPlaces_returnsTheSameFrames() throws MalformedMessageException {
		List<Frame> whole = readAll(ByteBuffer.wrap(CAPTURED));
		for (int first = 0; first <= CAPTURED.length; first++) {
			for (int second = first; second <= CAPTURED.length; second++) {
				List<Frame> cut = readAll(ByteBuffer.wrap(CAPTURED, 0, first));
				cut.addAll(readAll(ByteBuffer.wrap(CAPTURED, first, second - first)));
				cut.addAll(readAll(ByteBuffer.wrap(CAPTURED, second, CAPTURED.length - second)));
				assertThat(cut).as("cut at %d and %d", first, second).isEqualTo(whole);
			}
		}
	}

	@Test
	void next_framesWritten_givesEqualFrames() throws MalformedMessageException {
		List<Frame> frames = List.of(new Frame(3, 0x80000000, new byte[] { 1, 2, 3 }), Frame.empty(1), new Frame(-1, 102, new byte[70_000]));
		ByteBuffer bytes = ByteBuffer.allocate(100_000);
		frames.forEach(frame -> FrameWriter.encode(frame).forEach(bytes::put));

		assertThat(readAll(bytes.flip())).isEqualTo(frames);
	}

	@Test
	void next_announcesMoreThanTheLimit_namesSizeAndLimit() {
		FrameReader strict = new FrameReader(SMALL);

		assertThatThrownBy(() -> strict.next(header(1001))).isInstanceOf(MalformedMessageException.class).hasMessageContaining("1001")
				.hasMessageContaining("1000");
	}

	@Test
	void next_announcesANegativeLength_isTakenAsLarge() {
		assertThatThrownBy(() -> reader.next(header(-1))).isInstanceOf(MalformedMessageException.class).hasMessageContaining("4294967295");
	}

	@Test
	void next_announcesTheLimit_isAccepted() throws MalformedMessageException {
		FrameReader strict = new FrameReader(SMALL);
		assertThat(strict.next(header(1000))).isEmpty();

		assertThat(strict.next(ByteBuffer.allocate(1000))).map(frame -> frame.payload().length).contains(1000);
	}

	/** Gives memory up to a limit, and notes what is skipped. */
	private static final class Tight implements FrameMemory {
		private final long limit;
		private final List<String> skipped = new ArrayList<>();
		private long used;

		private Tight(long limit) {
			this.limit = limit;
		}

		@Override
		public void tooLong(int tag, long length, int most) {
			skipped.add("too long");
		}

		@Override
		public boolean take(long bytes) {
			boolean fits = used + bytes <= limit;
			used += fits ? bytes : 0;
			return fits;
		}

		@Override
		public void give(long bytes) {
			used -= bytes;
		}

		@Override
		public void skipped(int tag, long length) {
			skipped.add(tag + ": " + length);
		}
	}

	private static ByteBuffer bytes(Frame... frames) {
		ByteBuffer all = ByteBuffer.allocate(1 << 20);
		for (Frame frame : frames) {
			FrameWriter.encode(frame).forEach(all::put);
		}
		return all.flip();
	}

	@Test
	void next_longFrameThatMayBeSkipped_continuesWithTheNext() throws MalformedMessageException {
		Tight memory = new Tight(1 << 20);
		FrameReader skipping = new FrameReader(SMALL, memory);
		ByteBuffer in = bytes(new Frame(0, 101, new byte[1001]), new Frame(0, 102, new byte[7]));

		for (int left = in.remaining(); left > 1; left--) {
			assertThat(skipping.next(in.slice(in.position(), 1))).isEmpty();
			in.get();
		}
		assertThat(skipping.next(in)).contains(new Frame(0, 102, new byte[7]));
		assertThat(memory.skipped).containsExactly("too long", "101: 1001");
		assertThat(memory.used).isEqualTo(7);
		assertThat(skipping.isInFrame()).isFalse();
	}

	@Test
	void next_memoryRunsOutWhenTheFrameHasAll_givesTheFrame() throws MalformedMessageException {
		Tight memory = new Tight(10_000);
		FrameReader skipping = new FrameReader(Limits.DEFAULT, memory);
		ByteBuffer in = bytes(new Frame(0, 101, new byte[1000]));

		assertThat(skipping.next(in.slice(0, 900))).isEmpty();
		memory.used = Long.MAX_VALUE - 1_000_000;

		assertThat(skipping.next(in.slice(900, in.remaining() - 900))).contains(new Frame(0, 101, new byte[1000]));
		assertThat(memory.skipped).isEmpty();
	}

	@Test
	void next_noMemoryInTheMiddleOfAFrame_skipsTheRest() throws MalformedMessageException {
		Tight memory = new Tight(20_000);
		FrameReader skipping = new FrameReader(Limits.DEFAULT, memory);
		ByteBuffer in = bytes(new Frame(0, 101, new byte[100_000]), new Frame(0, 102, new byte[20_000]));

		assertThat(skipping.next(in.slice(0, 10_000))).isEmpty();
		assertThat(memory.used).isBetween(10_000L - FrameWriter.HEADER_SIZE, 20_000L);
		assertThat(skipping.next(in.slice(10_000, 20_000))).isEmpty();
		assertThat(memory.used).isZero();
		assertThat(skipping.isInFrame()).isTrue();
		assertThat(skipping.next(in.position(30_000))).contains(new Frame(0, 102, new byte[20_000]));
		assertThat(memory.skipped).containsExactly("101: 100000");
	}

	@Test
	void isInFrame_afterEachByte_isFalseOnlyBetweenFrames() throws MalformedMessageException {
		List<Integer> between = new ArrayList<>();
		for (int at = 0; at < CAPTURED.length; at++) {
			reader.next(ByteBuffer.wrap(CAPTURED, at, 1));
			if (!reader.isInFrame()) {
				between.add(at + 1);
			}
		}
		assertThat(between).containsExactly(18, 71, 87);
	}

	private List<Frame> readAll(ByteBuffer bytes) throws MalformedMessageException {
		List<Frame> frames = new ArrayList<>();
		for (Optional<Frame> next = reader.next(bytes); next.isPresent(); next = reader.next(bytes)) {
			frames.add(next.get());
		}
		assertThat(bytes.hasRemaining()).isFalse();
		return frames;
	}

	private static ByteBuffer header(int length) {
		return ByteBuffer.allocate(FrameWriter.HEADER_SIZE).putInt(0).putInt(101).putInt(length).putInt(0).flip();
	}
}
