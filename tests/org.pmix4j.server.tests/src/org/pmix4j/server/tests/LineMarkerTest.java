// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.LineMarker;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.OutputFormat.Tag;
import org.pmix4j.model.Proc;

/** Compares tagged lines with those of OpenPMIx 4.2.2. */
class LineMarkerTest {
	private static final Proc SOURCE = Proc.of("prte-node-17@3", 5);

	private static String mark(OutputFormat format, IofChannel channel, String... pieces) {
		LineMarker marker = new LineMarker(format, SOURCE, channel, "node7:4711");
		StringBuilder text = new StringBuilder();
		for (String piece : pieces) {
			byte[] bytes = ("##" + piece).getBytes(StandardCharsets.UTF_8);
			ByteBuffer marked = marker.mark(bytes, 2, bytes.length);
			text.append(StandardCharsets.UTF_8.decode(marked));
		}
		return text.toString();
	}

	private static Stream<Arguments> tags() {
		return Stream.of(Arguments.of(Tag.JOB, "[3,5]<stdout>: x\n"), Arguments.of(Tag.DETAILED, "[3,5][node7:4711]<stdout>: x\n"),
				Arguments.of(Tag.NAMESPACE, "[prte-node-17@3,5]<stdout>: x\n"), Arguments.of(Tag.RANK, "[5]<stdout>: x\n"));
	}

	@ParameterizedTest
	@MethodSource("tags")
	void tag_eachKind_precedesTheLine(Tag tag, String expected) {
		assertThat(mark(new OutputFormat(tag, false, false), IofChannel.STDOUT, "x\n")).isEqualTo(expected);
	}

	@Test
	void tag_namesTheStream() {
		OutputFormat format = new OutputFormat(Tag.RANK, false, false);

		assertThat(mark(format, IofChannel.STDERR, "x\n")).isEqualTo("[5]<stderr>: x\n");
		assertThat(mark(format, IofChannel.STDDIAG, "x\n")).isEqualTo("[5]<stddiag>: x\n");
	}

	@Test
	void tag_lineInPieces_appearsOnce() {
		assertThat(mark(new OutputFormat(Tag.RANK, false, false), IofChannel.STDOUT, "o", "ne\ntwo", "\n", "\nthree"))
				.isEqualTo("[5]<stdout>: one\n[5]<stdout>: two\n[5]<stdout>: \n[5]<stdout>: three");
	}

	@Test
	void timestamp_withAndWithoutTag_comesFirst() {
		String time = "\\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9]\\d \\d\\d:\\d\\d:\\d\\d \\d{4}]";

		assertThat(mark(new OutputFormat(Tag.JOB, true, false), IofChannel.STDOUT, "x\n")).matches(time + "\\[3,5]<stdout>: x\n");
		assertThat(mark(new OutputFormat(Tag.NONE, true, false), IofChannel.STDOUT, "x\n")).matches(time + "<stdout>: x\n");
	}

	@Test
	void xml_isAnElementForEachLine() {
		assertThat(mark(new OutputFormat(Tag.NONE, false, true), IofChannel.STDOUT, "a<b> & c\n\tgrüße\n"))
				.isEqualTo("<stdout rank=\"5\">a&lt;b&gt; &amp; c&#010;</stdout>\n"
						+ "<stdout rank=\"5\">&#009;grüße&#010;</stdout>\n");
	}

	@Test
	void xml_withATimestamp_hasAnAdditionalAttribute() {
		assertThat(mark(new OutputFormat(Tag.NONE, true, true), IofChannel.STDERR, "x\n"))
				.matches("<stderr rank=\"5\" timestamp=\"[^\"]+ \\d{4}\">x&#010;</stderr>\n");
	}

	/** OpenPMIx 5.0.7 writes the host and the process id here, too, but not as attributes of XML. */
	@Test
	void xml_withADetailedTag_namesHostAndProcess() {
		LineMarker marker = new LineMarker(new OutputFormat(Tag.DETAILED, false, true), SOURCE, IofChannel.STDOUT, "a&b:4711");

		assertThat(StandardCharsets.UTF_8.decode(marker.mark(new byte[] { 'x', '\n' }, 0, 2)).toString())
				.isEqualTo("<stdout nspace=\"prte-node-17@3\" rank=\"5\" host=\"a&amp;b\" pid=\"4711\">x&#010;</stdout>\n");
	}

	@Test
	void constructor_plainFormat_isRefused() {
		assertThatThrownBy(() -> new LineMarker(OutputFormat.PLAIN, SOURCE, IofChannel.STDOUT, "")).isInstanceOf(IllegalArgumentException.class);
	}

	@Test
	void mark_manyEmptyLines_tagsEach() {
		byte[] lines = new byte[100_000];
		Arrays.fill(lines, (byte) '\n');
		LineMarker marker = new LineMarker(new OutputFormat(Tag.RANK, false, false), SOURCE, IofChannel.STDOUT, "");

		assertThat(marker.mark(lines, 0, lines.length).remaining()).isEqualTo(lines.length * "[5]<stdout>: \n".length());
		assertThat(marker.mark(lines, 0, 1).remaining()).isEqualTo("[5]<stdout>: \n".length());
	}
}
