// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.frame.FrameTap;
import org.pmix4j.wire.internal.frame.FrameTap.Direction;

class FrameTapTest {
	@Test
	void entries_moreFramesThanRoom_areTheLastOnesInOrder() {
		FrameTap tap = new FrameTap(3);
		for (int tag = 101; tag <= 105; tag++) {
			tap.record(Direction.IN, tag, Frame.empty(tag));
		}

		assertThat(tap.entries()).extracting(entry -> entry.frame().tag()).containsExactly(103, 104, 105);
		assertThat(tap.count()).isEqualTo(5);
	}

	@Test
	void entries_fewerFramesThanRoom_areAll() {
		FrameTap tap = new FrameTap(3);
		tap.record(Direction.OUT, 1, Frame.empty(101));

		assertThat(tap.entries()).extracting(FrameTap.Entry::direction).containsExactly(Direction.OUT);
	}

	@Test
	void record_disabled_keepsNothing() {
		FrameTap tap = new FrameTap(0);
		tap.record(Direction.IN, 1, Frame.empty(101));

		assertThat(tap.entries()).isEmpty();
	}

	@Test
	void record_longPayload_keepsOnlyItsStart() {
		FrameTap tap = new FrameTap(1);
		tap.record(Direction.IN, 1, new Frame(0, 101, new byte[1 << 20]));

		assertThat(tap.entries().get(0).frame().payload()).hasSize(4096);
		assertThat(tap.entries().get(0).length()).isEqualTo(1 << 20);
		assertThat(tap.dump(1, entry -> "")).contains("... 1044480 more bytes");
	}

	@Test
	void dump_oneFrame_showsAgeDirectionTagTextAndBytes() {
		FrameTap tap = new FrameTap(4);
		tap.record(Direction.IN, 1_000_000, new Frame(0, 101, "\2\0myjob is here, of two lines".getBytes(StandardCharsets.US_ASCII)));

		assertThat(tap.dump(3_000_000, entry -> "REQ").lines()).containsExactly("0.002000 s ago IN  tag 101, 29 bytes REQ",
				"    0000  02 00 6d 79 6a 6f 62 20 69 73 20 68 65 72 65 2c  ..myjob is here,",
				"    0010  20 6f 66 20 74 77 6f 20 6c 69 6e 65 73            of two lines");
	}
}
