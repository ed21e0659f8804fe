// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameWriter;

class FrameWriterTest {
	@Test
	void encode_smallFrame_isTheBytesOfTheCLibrary() {
		List<ByteBuffer> bytes = FrameWriter.encode(new Frame(0, 101, new byte[] { 2, 0 }));

		// First request of a 4.2.2 client (REQ), as captured.
		assertThat(bytes).hasSize(1);
		assertThat(HexFormat.of().formatHex(bytes.get(0).array())).isEqualTo("000000000000006500000002000000000200");
	}

	@Test
	void encode_largeFrame_doesNotCopyThePayload() {
		byte[] payload = new byte[100_000];
		List<ByteBuffer> bytes = FrameWriter.encode(new Frame(-1, 101, payload));

		assertThat(bytes).hasSize(2);
		assertThat(HexFormat.of().formatHex(bytes.get(0).array())).isEqualTo("ffffffff00000065000186a000000000");
		assertThat(bytes.get(1).array()).isSameAs(payload);
	}

	@Test
	void wireSize_ofAnyFrame_countsTheHeader() {
		assertThat(new Frame(0, 101, new byte[10]).wireSize()).isEqualTo(26);
	}
}
