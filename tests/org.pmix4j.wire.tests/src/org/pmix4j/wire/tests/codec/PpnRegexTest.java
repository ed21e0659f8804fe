// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.ByteObject;
import org.pmix4j.wire.Limits;
import org.pmix4j.wire.internal.codec.MalformedMessageException;
import org.pmix4j.wire.internal.codec.PpnRegex;
import org.pmix4j.wire.internal.codec.RankList;
import org.pmix4j.wire.internal.codec.Zlib;

class PpnRegexTest {
	private static final String FUNCTION = "generate_ppn";
	private static final List<List<Integer>> TWO_OF_FOUR = List.of(List.of(0, 1, 2, 3), List.of(4, 5, 6, 7));

	@Test
	void generate_ranks_giveWhatTheLibraryWrites() {
		Map<String, String> library = GoldenVector.results("golden-4.2.2.tsv", "v41", FUNCTION);
		assertThat(PpnRegex.generate(TWO_OF_FOUR)).isEqualTo(library.get("0,1,2,3;4,5,6,7")).isEqualTo("pmix[0-3;4-7]");
		assertThat(PpnRegex.generate(List.of(List.of(0, 1), List.of(2, 3)))).isEqualTo(library.get("0,1;2,3")).isEqualTo("raw:0,1;2,3");
		assertThat(PpnRegex.generate(List.of(List.of(0), List.of(1), List.of(2)))).isEqualTo(library.get("0;1;2"));
	}

	@Test
	void parse_everyVectorOfTheLibrary_givesRanks() throws MalformedMessageException {
		for (String library : List.of("v41", "lib5:default", "lib6:default")) {
			String file = library.equals("v41") ? "golden-4.2.2.tsv" : "golden-5-6-extra.tsv";
			Map<String, String> results = GoldenVector.results(file, library, FUNCTION);
			assertThat(parse(results.get("0,1,2,3;4,5,6,7"))).isEqualTo(TWO_OF_FOUR);
			assertThat(parse(results.get("0-3;4-7"))).isEqualTo(TWO_OF_FOUR);
			assertThat(parse(results.get("0,1;2,3"))).isEqualTo(List.of(List.of(0, 1), List.of(2, 3)));
			assertThat(parse(results.get("0;1;2"))).isEqualTo(List.of(List.of(0), List.of(1), List.of(2)));
		}
	}

	@Test
	void parse_otherTexts_giveRanks() throws MalformedMessageException {
		assertThat(parse("0,1;2,3")).as("plain").isEqualTo(List.of(List.of(0, 1), List.of(2, 3)));
		assertThat(parse("pmix[0-1,5;;3]")).as("a node without ranks").isEqualTo(List.of(List.of(0, 1, 5), List.of(), List.of(3)));
		assertThat(parse("pmix[4294967295]")).as("unsigned").isEqualTo(List.of(List.of(-1)));
		assertThat(parse("")).isEmpty();
		assertThat(parse("raw:")).isEmpty();
		assertThat(parse("pmix[]")).isEmpty();
	}

	@Test
	void parse_compressed_givesRanks() throws MalformedMessageException {
		ByteObject block = Zlib.deflate(bytes("0-3;4-7"));
		ByteObject blob = bytes("blob:\0component=zlib:\0size=" + block.size() + ":\0");
		byte[] whole = new byte[blob.size() + block.size()];
		blob.copyTo(whole, 0);
		block.copyTo(whole, blob.size());
		assertThat(PpnRegex.parse(ByteObject.wrap(whole), Limits.DEFAULT)).isEqualTo(TWO_OF_FOUR);
	}

	private static ByteObject bytes(String text) {
		return ByteObject.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix[0-3", "x", "0;-1", "3-1", "0-", "4294967296", "99999999999999999999", "0-4294967295" })
	void parse_brokenTextOrMoreThanTheLimits_isMalformed(String regex) {
		assertThatExceptionOfType(MalformedMessageException.class).isThrownBy(() -> parse(regex));
	}

	@Test
	void generate_manyRanks_isRange() throws MalformedMessageException {
		List<Integer> ranks = IntStream.range(0, 100_000).boxed().toList();
		assertThat(PpnRegex.generate(List.of(ranks))).isEqualTo("pmix[0-99999]");
		assertThat(parse("pmix[0-99999]")).isEqualTo(List.of(ranks));
	}

	@Test
	void generate_ranksOutOfOrder_keepsOrder() throws MalformedMessageException {
		List<List<Integer>> ranks = List.of(List.of(3, 2, 1, 0), List.of(100, 101, 102, 103, 104, 105, 7), List.of());
		assertThat(PpnRegex.generate(ranks)).isEqualTo("pmix[3,2,1,0;100-105,7;]");
		assertThat(parse("pmix[3,2,1,0;100-105,7;]")).isEqualTo(ranks);
		assertThat(PpnRegex.generate(List.of())).isEqualTo("raw:");
	}

	@Test
	void parse_ranges_areKeptAsRanges() throws MalformedMessageException {
		List<String> ranges = new ArrayList<>();
		RankList list = PpnRegex.parse("4-6,7,2,0-1,4294967294-4294967295,0", Limits.DEFAULT).get(0);
		list.forEachRange((index, first, count) -> ranges.add(index + ": " + Integer.toUnsignedString(first) + " x" + count));

		assertThat(ranges).containsExactly("0: 4 x4", "4: 2 x1", "5: 0 x2", "7: 4294967294 x2", "9: 0 x1");
		assertThat(list).containsExactly(4, 5, 6, 7, 2, 0, 1, -2, -1, 0);
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> list.get(10));
	}

	private static List<RankList> parse(String regex) throws MalformedMessageException {
		return PpnRegex.parse(regex, Limits.DEFAULT);
	}
}
