// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.tests.mapping;

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
	private static final List<String> REFUSED = List.of("refused");

	@ParameterizedTest
	@MethodSource("cases")
	void map_ofPrrte_isTheSame(String order, List<String> expected) {
		List<String> map = MapCase.parse(order).reduced();

		if (expected.equals(REFUSED) && !map.equals(REFUSED)) {
			// PRRTE refuses ranks for which it has slots, but no processors; unless the user binds them, they run unbound here
			assertThat(order).doesNotContain("--bind-to").doesNotContain("pe=").doesNotContain("pe-list");
			assertThat(map.get(0)).contains(" NONE ");
			assertThat(map.subList(1, map.size())).allSatisfy(node -> assertThat(node.substring(node.indexOf('|') + 1).split("\\|"))
					.allMatch(rank -> rank.endsWith(" UNBOUND")));
			return;
		}
		assertThat(map).isEqualTo(expected);
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
