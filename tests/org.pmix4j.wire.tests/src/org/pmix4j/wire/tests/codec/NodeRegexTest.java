// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.NodeRegex;

class NodeRegexTest {
	private static final String FUNCTION = "generate_regex";
	/** 900 names; release 4.2.2 writes them in native form, 5.0.11 and 6.1.0 compressed. */
	private static final String MANY = "node0000..node0899 comma list (8099 bytes)";
	private static final List<String> MANY_NAMES = IntStream.range(0, 900).mapToObj(i -> String.format("node%04d", i)).toList();
	private static final Limits SMALL = new Limits(1 << 16, 1 << 20, 1 << 16, 1000, 32, 1 << 16);

	static Map<String, String> generatedBy4() {
		return GoldenVector.results("golden-4.2.2.tsv", "v41", FUNCTION);
	}

	@Test
	void generate_namesOfEveryVector_giveWhatTheLibraryWrites() {
		assertThat(generatedBy4()).hasSize(7).allSatisfy((names, regex) -> {
			String expected = regex.replace("(not blob) ", "");
			assertThat(NodeRegex.generate(names(names))).isEqualTo(expected);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "lib5:default", "lib6:default" })
	void parse_rawFormOfTheLibrary_givesNames(String library) throws MalformedMessageException {
		Map<String, String> results = GoldenVector.results("golden-5-6-extra.tsv", library, FUNCTION);
		assertThat(results).hasSize(7);
		for (Map.Entry<String, String> result : results.entrySet()) {
			ByteObject regex = result.getKey().equals(MANY) ? Packs.bytes(result.getValue()) : text(result.getValue());
			assertThat(NodeRegex.parse(regex, Limits.DEFAULT)).isEqualTo(names(result.getKey()));
		}
	}

	@Test
	void parse_nativeFormOfTheLibrary_givesNames() throws MalformedMessageException {
		for (Map.Entry<String, String> result : generatedBy4().entrySet()) {
			String regex = result.getValue().replace("(not blob) ", "");
			assertThat(NodeRegex.parse(regex, Limits.DEFAULT)).isEqualTo(names(result.getKey()));
			assertThat(NodeRegex.parse(text(regex + "\0"), Limits.DEFAULT)).isEqualTo(names(result.getKey()));
		}
	}

	private static List<String> names(String commaList) {
		return commaList.equals(MANY) ? MANY_NAMES : List.of(commaList.split(","));
	}

	private static ByteObject text(String text) {
		return ByteObject.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
	}

	/** Not observed from the C library, but valid in its grammar. */
	@ParameterizedTest
	@CsvSource(delimiter = ' ', value = { "pmix[n[1:1]] n1", "pmix[[2:7-9]] 07,08,09", "pmix[n[2:9-11]x,b] n09x,n10x,n11x,b",
			"pmix[a[1:1,3],b[1:2]c2] a1,a3,b2c2", "a,b a,b", "a a", "pmix1,pmix2 pmix1,pmix2", "raw:a,,b a,b", "pmix[n[0:5]] n5" })
	void parse_otherTexts_giveNames(String regex, String names) throws MalformedMessageException {
		assertThat(NodeRegex.parse(regex, Limits.DEFAULT)).isEqualTo(List.of(names.split(",")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "raw:", "pmix[]", "," })
	void parse_emptyList_givesNoNames(String regex) throws MalformedMessageException {
		assertThat(NodeRegex.parse(regex, Limits.DEFAULT)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix[a", "pmix[n[3:1-2]", "pmix[n[3:1-2", "pmix[n[1-2]]", "pmix[n[x:1]]", "pmix[n[1:]]", "pmix[n[1:2-1]]",
			"pmix[n[1:-1]]", "pmix[n[1:1-]]", "pmix[n[1:1,,2]]", "pmix[n[1:9999999999999999999]]", "pmix[n[1:\u0661]]" })
	void parse_brokenText_isMalformed(String regex) {
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> NodeRegex.parse(regex, Limits.DEFAULT));
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix[n[9:0-999999999999]]", "pmix[n[1:0-999],a,b]", "pmix[n[999999999:1]]", "pmix[n[99999:1-5]]" })
	void parse_moreThanTheLimits_isMalformed(String regex) {
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> NodeRegex.parse(regex, SMALL))
				.withMessage("list of more than 1000 nodes or 65536 characters");
	}

	@Test
	void parse_exactlyTheLimits_isAccepted() throws MalformedMessageException {
		assertThat(NodeRegex.parse("pmix[n[3:0-999]]", SMALL)).hasSize(1000).startsWith("n000").endsWith("n999");
	}

	@ParameterizedTest
	@ValueSource(strings = { "blob:\0", "blob:\0component=gzip:\0size=4:\0abcd", "blob:\0component=zlib:\0size=x:\0",
			"blob:\0component=zlib:\0size=9:\0abcd", "blob:\0component=zlib:\0size=4:\0abcd" })
	void parse_brokenBlob_isMalformed(String blob) {
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> NodeRegex.parse(text(blob), Limits.DEFAULT));
	}

	@ParameterizedTest
	@CsvSource(delimiter = ' ', value = { "n9,n10 pmix[n[1:9],n[2:10]]", "n2,n1 pmix[n[1:2,1]]", "a1,b1,a2 pmix[a[1:1],b[1:1],a[1:2]]",
			"07,08 pmix[[2:7-8]]", "n1,x,n2 pmix[n[1:1],x,n[1:2]]", "a[1],b raw:a[1],b", "n1234567890123456789 pmix[n1234567890123456789]",
			"grün1 pmix[grün1]" })
	void generate_otherNames_keepOrder(String names, String regex) throws MalformedMessageException {
		assertThat(NodeRegex.generate(List.of(names.split(",")))).isEqualTo(regex);
		assertThat(NodeRegex.parse(regex, Limits.DEFAULT)).isEqualTo(List.of(names.split(",")));
	}

	@Test
	void generate_noNames_isEmptyRawForm() {
		assertThat(NodeRegex.generate(List.of())).isEqualTo("raw:");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a,b", "a\0" })
	void generate_nameThatNoFormCanExpress_isRefused(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> NodeRegex.generate(List.of("a", name)));
	}
}
