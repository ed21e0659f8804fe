// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.host.internal.fate.FailureText;

class FailureTextTest {
	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {"5 | 5", "0 1 | 0,1", "0 1 2 | 0-2", "0 2 3 4 7 | 0,2-4,7", "1 3 5 | 1,3,5", "'' | ''"})
	void list_consecutiveNumbers_areContracted(String numbers, String expected) {
		List<Integer> ranks = numbers.isEmpty() ? List.of() : List.of(numbers.split(" ")).stream().map(Integer::valueOf).toList();

		assertThat(FailureText.list(ranks)).isEqualTo(expected);
	}

	@Test
	void timedOut_oneOrSeveralRanks_namesLimitAndNumber() {
		assertThat(FailureText.timedOut(Duration.ofMillis(1500), 3)).isEqualTo("the job ran into its time limit of 1.5 s; 3 ranks were ended");
		assertThat(FailureText.timedOut(Duration.ofMinutes(2), 1)).isEqualTo("the job ran into its time limit of 120 s; 1 rank was ended");
	}
}
