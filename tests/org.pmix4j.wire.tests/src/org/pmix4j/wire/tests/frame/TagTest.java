// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.pmix4j.wire.internal.frame.Tag;
import org.pmix4j.wire.internal.frame.TagAllocator;

class TagTest {
	@Test
	void next_freshAllocator_startsAt101() {
		TagAllocator tags = new TagAllocator();

		assertThat(tags.next()).isEqualTo(101);
		assertThat(tags.next()).isEqualTo(102);
	}

	@Test
	void next_afterTheHighestTag_restartsAt100() {
		TagAllocator tags = new TagAllocator(0xfffffffd);

		assertThat(tags.next()).isEqualTo(0xfffffffe);
		assertThat(tags.next()).isEqualTo(100);
		assertThat(tags.next()).isEqualTo(101);
	}

	@Test
	void next_beyondTheSignBit_continues() {
		assertThat(new TagAllocator(Integer.MAX_VALUE).next()).isEqualTo(Integer.MIN_VALUE);
	}

	@Test
	void constructor_reservedTag_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new TagAllocator(Tag.IOF)).withMessageContaining("IOF");
	}

	@Test
	void isDynamic_eachKind_isTrueFrom100ToTheWildcard() {
		assertThat(Tag.isDynamic(Tag.NOTIFY)).isFalse();
		assertThat(Tag.isDynamic(99)).isFalse();
		assertThat(Tag.isDynamic(100)).isTrue();
		assertThat(Tag.isDynamic(0xfffffffe)).isTrue();
		assertThat(Tag.isDynamic(Tag.WILDCARD)).isFalse();
	}

	@Test
	void toString_eachKind_isNameOrUnsignedNumber() {
		assertThat(Tag.toString(Tag.HEARTBEAT)).isEqualTo("HEARTBEAT");
		assertThat(Tag.toString(0xfffffffe)).isEqualTo("4294967294");
	}
}
