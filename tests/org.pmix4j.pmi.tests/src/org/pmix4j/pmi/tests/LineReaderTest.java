// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.ByteStrings;
import org.pmix4j.pmi.internal.codec.LineReader;
import org.pmix4j.pmi.internal.codec.PmiLimits;

class LineReaderTest {
	private final LineReader reader = new LineReader();

	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 100 })
	void next_linesInPieces_areWhole(int piece) throws PmixException {
		byte[] all = "cmd=a\n\ncmd=b c\nrest".getBytes(StandardCharsets.UTF_8);
		List<String> lines = new ArrayList<>();

		for (int at = 0; at < all.length; at += piece) {
			ByteBuffer bytes = ByteBuffer.wrap(all, at, Math.min(piece, all.length - at));
			while (bytes.hasRemaining()) {
				reader.next(bytes).ifPresent(lines::add);
			}
		}

		assertThat(lines).containsExactly("cmd=a", "", "cmd=b c");
		assertThat(reader.pending()).isEqualTo("rest".length());
	}

	@Test
	void next_bytesThatAreNotText_survive() throws PmixException {
		byte[] line = { 'a', (byte) 0xff, (byte) 0xc3, '\n' };

		Optional<String> text = reader.next(ByteBuffer.wrap(line));

		assertThat(ByteStrings.encode(text.orElseThrow())).containsExactly('a', 0xff, 0xc3);
	}

	@Test
	void next_longestLine_isRead() throws PmixException {
		assertThat(reader.next(ByteBuffer.wrap(("x".repeat(PmiLimits.LINE) + "\n").getBytes(StandardCharsets.UTF_8))).orElseThrow())
				.hasSize(PmiLimits.LINE);
	}

	@Test
	void next_lineWithoutEnd_isRefusedAtTheLimit() throws PmixException {
		byte[] piece = "x".repeat(1000).getBytes(StandardCharsets.UTF_8);
		for (int length = 0; length + piece.length <= PmiLimits.LINE; length += piece.length) {
			assertThat(reader.next(ByteBuffer.wrap(piece))).isEmpty();
		}

		assertThatThrownBy(() -> reader.next(ByteBuffer.wrap(piece))).isInstanceOf(PmixException.class)
				.hasMessage("a line of PMI-1 is longer than 65536 bytes");
	}
}
