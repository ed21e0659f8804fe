// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.handshake.HelloFlag;

class HelloFlagTest {
	@Test
	void of_eachNumber_isTheFlagWithThatCode() throws MalformedMessageException {
		for (int code = 0; code <= 10; code++) {
			assertThat(HelloFlag.of(code).code()).isEqualTo(code);
		}
	}

	@Test
	void of_unknownNumber_isMalformed() {
		assertThatThrownBy(() -> HelloFlag.of(11)).isInstanceOf(MalformedMessageException.class).hasMessageContaining("11");
		assertThatThrownBy(() -> HelloFlag.of(-1)).isInstanceOf(MalformedMessageException.class);
	}

	@Test
	void carriesProc_eachFlag_matchesTheCServers() {
		assertThat(Stream.of(HelloFlag.values()).filter(HelloFlag::carriesProc).map(HelloFlag::code)).containsExactly(0, 4, 5, 7, 8, 9, 10);
		assertThat(Stream.of(HelloFlag.values()).filter(HelloFlag::needsId).map(HelloFlag::code)).containsExactly(3, 6);
		assertThat(Stream.of(HelloFlag.values()).filter(flag -> !flag.carriesUser()).map(HelloFlag::code)).containsExactly(0);
	}

	@Test
	void isLauncher_eachFlag_isTrueForLaunchers() {
		assertThat(Stream.of(HelloFlag.values()).filter(HelloFlag::isLauncher).map(HelloFlag::code)).containsExactly(2, 6, 7, 8);
		assertThat(Stream.of(HelloFlag.values()).filter(HelloFlag::isClient).map(HelloFlag::code)).containsExactly(0, 9);
	}
}
