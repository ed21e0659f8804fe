// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.assertj.core.api.SoftAssertions;
import org.eclipse.swt.graphics.RGB;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4e.ui.internal.Contrast;
import org.pmix4e.ui.internal.PmixColor;
import org.pmix4j.testkit.Checkout;

/** Tests that each text is readable on its background. Needs no workbench. */
class ContrastTest {
	private static final Path UI = Checkout.root().resolve("bundles/org.pmix4e.ui");
	private static final List<PmixColor> TEXTS = List.of(PmixColor.FAILED, PmixColor.ENDED, PmixColor.DETAIL);
	private static final List<PmixColor> AREAS = List.of(PmixColor.MAP_ACTIVE, PmixColor.MAP_WAITING, PmixColor.MAP_ENDED,
			PmixColor.MAP_KILLED,
			PmixColor.MAP_FAILED);

	/** The themes of the platform: the texts and the backgrounds of their views, and where our colors for them are. */
	private enum Theme {
		LIGHT("plugin.xml", "id=\"(org\\.pmix4e\\.ui\\.\\w+)\"[^>]*?value=\"(\\d+),(\\d+),(\\d+)\"", List.of(0x000000, 0x3d3d3d),
				List.of(0xffffff, 0xf6f5f4)),
		DARK("css/dark.css", "'(org\\.pmix4e\\.ui\\.\\w+)=(\\d+),(\\d+),(\\d+)'", List.of(0xffffff, 0xeeeeee, 0xcccccc),
				List.of(0x1e1f22, 0x262626, 0x2f2f2f));

		private final String file;
		private final Pattern color;
		private final List<RGB> texts;
		private final List<RGB> backgrounds;

		Theme(String file, String color, List<Integer> texts, List<Integer> backgrounds) {
			this.file = file;
			this.color = Pattern.compile(color, Pattern.DOTALL);
			this.texts = texts.stream().map(ContrastTest::rgb).toList();
			this.backgrounds = backgrounds.stream().map(ContrastTest::rgb).toList();
		}

		Map<String, RGB> colors() throws IOException {
			Map<String, RGB> colors = new HashMap<>();
			for (MatchResult found : color.matcher(Files.readString(UI.resolve(file))).results().toList()) {
				colors.put(found.group(1), new RGB(Integer.parseInt(found.group(2)), Integer.parseInt(found.group(3)),
						Integer.parseInt(found.group(4))));
			}
			return colors;
		}
	}

	private static RGB rgb(int value) {
		return new RGB(value >> 16 & 0xff, value >> 8 & 0xff, value & 0xff);
	}

	@ParameterizedTest
	@EnumSource
	void colors_ofTheme_areAllDefinedAndReadable(Theme theme) throws IOException {
		Map<String, RGB> colors = theme.colors();
		assertThat(colors).containsOnlyKeys(IntStream.range(0, PmixColor.values().length).mapToObj(i -> PmixColor.values()[i].id()).toList());
		SoftAssertions checks = new SoftAssertions();
		readable(checks, "failure", colors.get(PmixColor.FAILURE_FOREGROUND.id()), colors.get(PmixColor.FAILURE_BACKGROUND.id()));
		readable(checks, "current rank", colors.get(PmixColor.CURRENT_FOREGROUND.id()), colors.get(PmixColor.CURRENT_BACKGROUND.id()));
		for (RGB background : theme.backgrounds) {
			TEXTS.forEach(text -> readable(checks, text.id(), colors.get(text.id()), background));
		}
		for (RGB text : theme.texts) {
			AREAS.forEach(area -> readable(checks, area.id(), text, colors.get(area.id())));
			for (RGB background : theme.backgrounds) {
				IntStream.range(0, 24).forEach(rank -> readable(checks, "rank " + rank, text, PmixColor.ofRank(rank, background)));
			}
		}
		checks.assertAll();
	}

	private static void readable(SoftAssertions checks, String name, RGB text, RGB background) {
		checks.assertThat(Contrast.ratio(text, background)).as(name + " " + text + " on " + background).isGreaterThanOrEqualTo(Contrast.LEAST);
	}

	@Test
	void ratio_ofKnownColors_isThatOfTheGuidelines() {
		assertThat(Contrast.ratio(rgb(0x000000), rgb(0xffffff))).isEqualTo(21);
		assertThat(Contrast.ratio(rgb(0x777777), rgb(0x777777))).isEqualTo(1);
		assertThat(Contrast.ratio(rgb(0x777777), rgb(0xffffff))).isBetween(4.47, 4.49);
		assertThat(Contrast.ratio(rgb(0xffffff), rgb(0x767676))).isBetween(4.54, 4.55);
	}

	@Test
	void readable_onAnyBackground_keepsReadableColorsAndCorrectsOthers() {
		assertThat(Contrast.readable(rgb(0x1565c0), rgb(0xffffff))).isEqualTo(rgb(0x1565c0));
		for (int background : new int[] { 0xffffff, 0x000000, 0x2f2f2f, 0x808080, 0xff0000, 0x00ff00 }) {
			for (int text : new int[] { 0x000000, 0xffffff, 0xbdbdbd, 0xff0000, 0x808080, 0xffff00 }) {
				assertThat(Contrast.ratio(Contrast.readable(rgb(text), rgb(background)), rgb(background)))
						.as("%06x on %06x", text, background).isGreaterThanOrEqualTo(Contrast.LEAST);
			}
		}
	}
}
