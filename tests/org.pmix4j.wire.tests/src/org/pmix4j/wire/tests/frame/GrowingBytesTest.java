// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;

import org.junit.jupiter.api.Test;
import org.pmix4j.wire.internal.frame.GrowingBytes;

class GrowingBytesTest {
	private final GrowingBytes bytes = new GrowingBytes();

	@Test
	void expect_largeAnnouncement_allocatesNothing() {
		bytes.expect(64 << 20);

		assertThat(bytes.capacity()).isZero();
	}

	@Test
	void take_smallPieces_allocatesInProportion() {
		int announced = 1 << 20;
		bytes.expect(announced);
		for (int came = 1000; came < announced; came += 1000) {
			assertThat(bytes.take(ByteBuffer.allocate(1000))).isFalse();
			assertThat(bytes.capacity()).isLessThanOrEqualTo(Math.max(4096, 2 * came));
		}
	}

	@Test
	void take_moreThanExpected_leavesTheRest() {
		bytes.expect(3);
		ByteBuffer in = ByteBuffer.wrap(new byte[] { 1, 2, 3, 4, 5 });

		assertThat(bytes.take(in)).isTrue();
		assertThat(in.remaining()).isEqualTo(2);
		assertThat(bytes.release()).containsExactly(1, 2, 3);
	}

	@Test
	void take_noneExpected_isCompleteAtOnce() {
		bytes.expect(0);

		assertThat(bytes.take(ByteBuffer.allocate(0))).isTrue();
		assertThat(bytes.release()).isEmpty();
	}
}
