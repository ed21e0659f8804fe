// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.PmixException;
import org.pmix4j.pmi.internal.codec.FrameReader;
import org.pmix4j.pmi.internal.codec.PmiLimits;

class FrameReaderTest {
	private final FrameReader reader = new FrameReader();

	private List<String> read(String text, int piece) throws PmixException {
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		List<String> frames = new ArrayList<>();
		for (int at = 0; at < bytes.length; at += piece) {
			ByteBuffer next = ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at));
			while (next.hasRemaining()) {
				reader.next(next).ifPresent(frames::add);
			}
		}
		return frames;
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 5, 7, 1000 })
	void next_framesInPieces_areWhole(int piece) throws PmixException {
		String large = "x".repeat(5000);

		assertThat(read("    13cmd=finalize;     3abc  5000" + large + "000002zz", piece)).containsExactly("cmd=finalize;", "abc", large, "zz");
		assertThat(reader.pending()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "      ", "     0", "    -1", "  1 23", "65537x", "999999", "abcdef", "0x0010" })
	void next_badLength_isRefused(String head) {
		assertThatThrownBy(() -> read(head + "cmd=finalize;", 100)).isInstanceOf(PmixException.class)
				.hasMessageContaining("the length of a frame of PMI-2 is '").hasMessageEndingWith("expected a number from 1 to 65536");
	}

	/** An announced length costs nothing until the bytes arrive. */
	@Test
	void next_announcedLength_isNotAllocated() throws PmixException {
		assertThat(read(" " + PmiLimits.LINE + "ab", 100)).isEmpty();

		assertThat(reader.pending()).isEqualTo(8);
	}
}
