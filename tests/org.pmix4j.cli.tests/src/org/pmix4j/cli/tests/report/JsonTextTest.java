// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli.tests.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.pmix4j.cli.internal.report.JsonText;

/** Tests {@link JsonText}. */
class JsonTextTest {
	@Test
	void of_nestedValues_keepsOrderAndTypes() {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("b", List.of(1, -2L, true, "x"));
		object.put("a", Map.of());
		object.put("n", Optional.empty());
		object.put("d", new BigDecimal("0.500000"));
		object.put("u", new BigInteger("18446744073709551615"));

		assertThat(JsonText.of(object)).isEqualTo("{\"b\":[1,-2,true,\"x\"],\"a\":{},\"n\":null,\"d\":0.500000,\"u\":18446744073709551615}");
	}

	@Test
	void of_text_escapesWhatIsNotPlainAscii() {
		assertThat(JsonText.of("\"\\\n\r\t\u0001\u007f/\u00fc\u2028\ud83d\ude00\udcff"))
				.isEqualTo("\"\\\"\\\\\\n\\r\\t\\u0001\\u007f/\\u00fc\\u2028\\ud83d\\ude00\\udcff\"");
	}

	@Test
	void of_empty_isEmpty() {
		assertThat(JsonText.of(List.of())).isEqualTo("[]");
		assertThat(JsonText.of("")).isEqualTo("\"\"");
	}

	@Test
	void of_otherType_isRefused() {
		assertThatThrownBy(() -> JsonText.of(new StringBuilder())).isInstanceOf(IllegalArgumentException.class);
	}
}
