// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.Proc;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.model.internal.text.PeerText;

/** Issue 9, entry 6: tests that text of peers cannot control a terminal, forge lines or flood a log. */
class PeerTextTest {
	private static final List<Integer> BIDI = List.of(0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067,
			0x2068, 0x2069);
	private static final String FORGED = "x\r\npmix4j: \u001b[2Jall is well\u202e\u0085\udc9b\ud800";
	private static final String SHOWN = "x\\r\\npmix4j: \\x1b[2Jall is well\\u202e\\x85\\x9b\\ud800";

	/** Keeps records as a handler would print them. */
	private static final class Lines extends Handler {
		private final List<String> lines = new ArrayList<>();

		@Override
		public void publish(@Nullable LogRecord published) {
			if (published != null) {
				lines.add(new SimpleFormatter().format(published).split("\\R", 2)[1].stripTrailing());
			}
		}

		@Override
		public void flush() {
			// nothing is buffered
		}

		@Override
		public void close() {
			// nothing is held
		}
	}

	@Test
	void of_everyControlCharacter_isEscaped() {
		IntStream.concat(IntStream.rangeClosed(0, 0x1f), IntStream.rangeClosed(0x7f, 0x9f)).forEach(c -> {
			String shown = PeerText.of("a" + (char) c + "b");
			assertThat(shown).matches("a\\\\(n|r|t|x[0-9a-f]{2})b");
		});
	}

	@Test
	void of_bidirectionalControlsAndSeparators_areEscaped() {
		List<Integer> unsafe = new ArrayList<>(BIDI);
		unsafe.addAll(List.of(0x2028, 0x2029, 0xfeff, 0x200b));

		unsafe.forEach(c -> assertThat(PeerText.of(Character.toString(c))).isEqualTo(String.format("\\u%04x", c)));
		assertThat(PeerText.of(Character.toString(0xe0041))).isEqualTo("\\u{e0041}");
	}

	@Test
	void of_everyCodePoint_leavesNothingUnsafe() {
		for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
			PeerText.of(Character.toString(c)).codePoints().map(Character::getType)
					.forEach(type -> assertThat(type).isNotIn((int) Character.CONTROL, (int) Character.FORMAT, (int) Character.SURROGATE,
							(int) Character.LINE_SEPARATOR, (int) Character.PARAGRAPH_SEPARATOR));
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "job:0", "C:\\temp\\new", "Käse, ½ 日本語 😀", "\\x1b is written out" })
	void of_safeText_staysTheSame(String text) {
		assertThat(PeerText.of(text)).isEqualTo(text);
		assertThat(PeerText.line(text)).isEqualTo(text);
	}

	@Test
	void of_lineThatForgesAnother_isOneLine() {
		assertThat(PeerText.of(FORGED)).isEqualTo(SHOWN);
		assertThat(PeerText.of(SHOWN)).as("the same, twice").isEqualTo(SHOWN);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "\u001b", "😀", "\u202e", "ab\n" })
	void of_longText_isCutBetweenCharacters(String part) {
		String shown = PeerText.of(part.repeat(100_000));

		assertThat(shown).hasSizeLessThanOrEqualTo(PeerText.MAX_LENGTH).hasSizeGreaterThan(PeerText.MAX_LENGTH - 12).endsWith("...");
		assertThat(PeerText.of(part).repeat(PeerText.MAX_LENGTH)).startsWith(shown.substring(0, shown.length() - 3));
		assertThat(PeerText.of(shown)).isEqualTo(shown);
	}

	@Test
	void of_textOfTheGreatestLength_isNotCut() {
		String text = "é".repeat(PeerText.MAX_LENGTH);

		assertThat(PeerText.of(text)).isEqualTo(text);
	}

	@Test
	void procInMessage_isOneLine() {
		assertThat(Proc.of(FORGED, 3)).hasToString(SHOWN + ":3");
	}

	@Test
	void log_textParametersAndFailuresOfPeers_areShownSafely() {
		Logger target = Logger.getLogger(PeerTextTest.class.getName());
		Lines lines = new Lines();
		target.setUseParentHandlers(false);
		target.addHandler(lines);
		try {
			PeerLog log = PeerLog.of(PeerTextTest.class);
			log.log(System.Logger.Level.WARNING, FORGED);
			log.log(System.Logger.Level.WARNING, "{0} sent {1}", FORGED, 7);
			log.log(System.Logger.Level.ERROR, FORGED, new IllegalStateException("outer", new IllegalArgumentException(FORGED)));
			log.log(System.Logger.Level.DEBUG, FORGED);
		} finally {
			target.removeHandler(lines);
			target.setUseParentHandlers(true);
		}

		assertThat(lines.lines.subList(0, 2)).containsExactly("WARNING: " + SHOWN, "WARNING: " + SHOWN + " sent 7");
		assertThat(lines.lines).hasSize(3);
		assertThat(lines.lines.get(2).lines()).contains("SEVERE: " + SHOWN, "java.lang.IllegalStateException: outer",
				"Caused by: java.lang.IllegalArgumentException: " + SHOWN);
	}
}
