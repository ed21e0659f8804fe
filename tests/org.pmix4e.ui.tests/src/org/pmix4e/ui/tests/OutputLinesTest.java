// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4e.core.output.OutputChunk;
import org.pmix4e.ui.internal.output.AnsiStyle;
import org.pmix4e.ui.internal.output.AnsiText;
import org.pmix4e.ui.internal.output.LineAssembler;
import org.pmix4e.ui.internal.output.OutputFilter;
import org.pmix4e.ui.internal.output.OutputLine;
import org.pmix4e.ui.internal.output.SourceLink;

/** Tests how the view PMIx Output makes lines of output, filters and colors them, and finds places in sources. */
class OutputLinesTest {
	@ParameterizedTest
	@CsvSource({ "rank:0, true", "'rank:1,3', false", "rank:0-2, true", "rank:1-2, false", "err, false", "out, true", "HELLO, true",
			"hello world, true", "hello moon, false", "rank:0 out hello, true", "'', true", "err out, true" })
	void filter_selectsLinesThatMeetAllWords(String filter, boolean selected) {
		assertThat(selects(OutputFilter.parse(filter), line(0, false, "Hello, world"))).isEqualTo(selected);
	}

	@ParameterizedTest
	@CsvSource({ "host:n1, true", "'host:n0,N1', true", "host:n1.example.org, true", "host:n, false", "host:n0, false", "host:n1 err, false" })
	void filter_byHost_selectsLinesOfItsRanks(String filter, boolean selected) {
		assertThat(OutputFilter.parse(filter).selects(line(0, false, "hello"), line -> "n1.example.org")).isEqualTo(selected);
		assertThat(OutputFilter.parse(filter).selects(line(0, false, "hello"), line -> "")).as("a rank without a node").isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "host:", "host:a,,b" })
	void filter_withoutHost_tellsWhatToType(String filter) {
		assertThatThrownBy(() -> OutputFilter.parse(filter)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("host:a,b");
	}

	@Test
	void filter_byRank_hidesLauncher() {
		assertThat(selects(OutputFilter.parse("rank:0"), line(-1, true, "pmix4j: ended"))).isFalse();
		assertThat(selects(OutputFilter.ALL, line(-1, true, "pmix4j: ended"))).isTrue();
	}

	@Test
	void filter_byJob_selectsItsLinesOnly() {
		OutputLine spawned = new OutputLine("host@4", 0, false, "hello", List.of());
		assertThat(selects(OutputFilter.parse("job:4 rank:0"), spawned)).isTrue();
		assertThat(selects(OutputFilter.parse("job:40"), spawned)).isFalse();
		assertThat(selects(OutputFilter.parse("job:4 err"), spawned)).isFalse();
	}

	@Test
	void label_ofSpawnedJob_hasItsNumber() {
		OutputLine line = new OutputLine("host@4", 2, false, "hello", List.of());
		assertThat(line.label("host@4")).isEqualTo("r2");
		assertThat(line.label("host@1")).isEqualTo("4,2");
		assertThat(new OutputLine("", -1, true, "ended", List.of()).label("host@4")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "rank:", "rank:x", "rank:3-1", "rank:-1", "rank:0,,2", "rank:99999999999" })
	void filter_withBadRanks_tellsWhatToType(String filter) {
		assertThatThrownBy(() -> OutputFilter.parse(filter)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("rank:0,4-7");
	}

	@Test
	void assembler_keepsRanksAndStreamsApart() {
		LineAssembler lines = new LineAssembler(StandardCharsets.UTF_8);
		assertThat(lines.add(List.of(chunk(0, false, "one "), chunk(1, false, "other\n"), chunk(0, true, "err\n")))).extracting(OutputLine::text)
				.containsExactly("other", "err");
		assertThat(lines.add(List.of(chunk(0, false, "line\nrest")))).extracting(OutputLine::text).containsExactly("one line");
		assertThat(lines.rest()).extracting(OutputLine::text).containsExactly("rest");
		assertThat(lines.rest()).isEmpty();
	}

	@Test
	void assembler_joinsSplitCharacters() {
		byte[] bytes = "ü\n".getBytes(StandardCharsets.UTF_8);
		LineAssembler lines = new LineAssembler(StandardCharsets.UTF_8);
		lines.add(List.of(new OutputChunk("job", 0, false, new byte[] { bytes[0] })));
		assertThat(lines.add(List.of(new OutputChunk("job", 0, false, new byte[] { bytes[1], bytes[2] })))).extracting(OutputLine::text)
				.containsExactly("ü");
	}

	@Test
	void assembler_ofProgressBar_drawsOneLineAgain() {
		LineAssembler lines = new LineAssembler(StandardCharsets.UTF_8);
		List<OutputLine> first = lines.add(List.of(chunk(0, false, "before\n10%\r20%"), chunk(1, false, "\rother 1\r")));
		assertThat(first).extracting(OutputLine::text).containsExactly("before", "10%", "other 1", "20%");
		assertThat(first.get(0).redraw()).isZero();
		assertThat(first.get(1).redraw()).isPositive().isEqualTo(first.get(3).redraw()).isNotEqualTo(first.get(2).redraw());
		List<OutputLine> next = lines.add(List.of(chunk(0, false, "\r100%\r\nafter\n"), chunk(1, false, "other 2\n")));
		assertThat(next).extracting(OutputLine::text).containsExactly("20%", "100%", "after", "other 2");
		assertThat(next).extracting(OutputLine::redraw).containsExactly(first.get(1).redraw(), first.get(1).redraw(), 0L, first.get(2).redraw());
		assertThat(lines.rest()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "'a>;b;', 'a b'", "'a>|;b;', 'a b'", "'>>;', ''", "'a>b>|;c;', 'a b c'" })
	void assembler_ofLineEndsWithReturn_makesOneLineEach(String text, String expected) {
		LineAssembler lines = new LineAssembler(StandardCharsets.UTF_8);
		List<OutputLine> made = new ArrayList<>();
		for (String part : text.replace('>', '\r').replace(';', '\n').split("\\|")) {
			made.addAll(lines.add(List.of(chunk(0, false, part))));
		}
		assertThat(made.stream().map(OutputLine::text).collect(Collectors.joining(" "))).isEqualTo(expected);
	}

	@Test
	void ansi_stylesOfProgressBar_areThoseOfItsBegin() {
		LineAssembler lines = new LineAssembler(StandardCharsets.UTF_8);
		lines.add(List.of(chunk(0, false, "10%\r")));
		lines.add(List.of(chunk(0, false, "20% \u001b[4mund")));
		assertThat(lines.add(List.of(chunk(0, false, "er\n")))).containsExactly(
				new OutputLine("job", 0, false, "20% under", List.of(new AnsiStyle(4, 5, -1, -1, false, true)), 1));
	}

	@Test
	void assembler_cutsLineWithoutEnd() {
		LineAssembler lines = new LineAssembler(StandardCharsets.UTF_8);
		assertThat(lines.add(List.of(chunk(0, false, "x".repeat(100_000))))).isNotEmpty().allMatch(line -> line.text().length() < 20_000);
	}

	@Test
	void ansi_colorsBecomeStyles() {
		OutputLine line = new AnsiText().line("job", 0, false, "a \u001b[1;31mred\u001b[0m b\u001b[2K");
		assertThat(line.text()).isEqualTo("a red b");
		assertThat(line.styles()).containsExactly(new AnsiStyle(2, 3, 0xc62828, -1, true, false));
	}

	@Test
	void ansi_styleLastsUntilItIsChanged() {
		AnsiText ansi = new AnsiText();
		ansi.line("job", 0, false, "\u001b[4mbegin");
		assertThat(ansi.line("job", 0, false, "goes on").styles()).containsExactly(new AnsiStyle(0, 7, -1, -1, false, true));
	}

	@ParameterizedTest
	@CsvSource({ "38;5;196, 0xff0000", "38;2;1;2;3, 0x010203", "38;5;232, 0x080808", "92, 0x66bb6a" })
	void ansi_extendedColors_areKnown(String code, String color) {
		OutputLine line = new AnsiText().line("job", 0, false, "\u001b[" + code + "mx");
		assertThat(line.styles()).containsExactly(new AnsiStyle(0, 1, Integer.decode(color), -1, false, false));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "src/ring.c:12:5: error: expected ';' | src/ring.c | 12",
			"    #1 0x55 in main /home/u/ring.c:40:3 | /home/u/ring.c | 40",
			"	at org.example.Ring.main(Ring.java:12) | org/example/Ring.java | 12",
			"	at app//org.example.Ring$1.run(Ring.java:7) | org/example/Ring.java | 7",
			"  File \"/opt/ring.py\", line 3, in <module> | /opt/ring.py | 3" })
	void link_ofCompilersAndTraces_isFound(String text, String file, int line) {
		List<SourceLink> links = SourceLink.in(text);
		assertThat(links).hasSize(1);
		assertThat(links.get(0).file()).isEqualTo(file);
		assertThat(links.get(0).line()).isEqualTo(line);
	}

	@ParameterizedTest
	@ValueSource(strings = { "at 12:30:05", "http://example.org:80", "ratio 3:4", "rank 3: done" })
	void link_inOtherText_isNotFound(String text) {
		assertThat(SourceLink.in(text)).isEmpty();
	}

	private static boolean selects(OutputFilter filter, OutputLine line) {
		return filter.selects(line, any -> "");
	}

	private static OutputLine line(int rank, boolean error, String text) {
		return new OutputLine("job", rank, error, text, List.of());
	}

	private static OutputChunk chunk(int rank, boolean error, String text) {
		return new OutputChunk("job", rank, error, text.getBytes(StandardCharsets.UTF_8));
	}
}
