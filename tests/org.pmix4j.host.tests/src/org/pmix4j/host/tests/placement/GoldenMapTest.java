// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares maps with those of PRRTE 3.0.8, which {@code maps.txt} holds. */
class GoldenMapTest {
	@ParameterizedTest
	@MethodSource("cases")
	void map_ofPrrte_isTheSame(String order, List<String> expected) {
		assertThat(MapCase.parse(order).reduced()).isEqualTo(expected);
	}

	static Stream<Object[]> cases() throws IOException {
		Map<String, List<String>> cases = new LinkedHashMap<>();
		List<String> current = new ArrayList<>();
		try (InputStream in = GoldenMapTest.class.getResourceAsStream("maps.txt")) {
			for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
				if (line.startsWith("= ")) {
					current = new ArrayList<>();
					cases.put(line.substring(2), current);
				} else if (!line.startsWith("#")) {
					current.add(line);
				}
			}
		}
		return cases.entrySet().stream().map(each -> new Object[] { each.getKey(), each.getValue() });
	}
}
