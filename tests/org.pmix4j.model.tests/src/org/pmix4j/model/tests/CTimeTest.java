// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.CTime;

/** Tests times in the C library's format. */
class CTimeTest {
	@Test
	void now_always_isInThisMachinesZone() {
		LocalDateTime before = LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS);

		LocalDateTime now = CTime.now();

		assertThat(now).isBetween(before, LocalDateTime.now());
	}

	@Test
	void format_anyTime_matchesCtime() {
		assertThat(CTime.format(LocalDateTime.of(2026, 11, 6, 7, 40, 13))).isEqualTo("Fri Nov  6 07:40:13 2026");
		assertThat(CTime.format(LocalDateTime.of(2026, 12, 31, 23, 5, 0))).isEqualTo("Thu Dec 31 23:05:00 2026");
	}
}
