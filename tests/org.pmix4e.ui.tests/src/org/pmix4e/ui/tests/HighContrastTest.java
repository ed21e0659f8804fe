// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Link;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pmix4e.ui.internal.PmixColor;
import org.pmix4j.testkit.Peers;

/** Tests that the views use the colors of the system while it has a theme of high contrast. */
class HighContrastTest extends UserTest {
	private final String usual = Ui.get(HighContrastTest::systemTheme);

	@AfterEach
	void restoreTheme() {
		Ui.run(() -> systemTheme(usual));
	}

	@Test
	void highContrast_replacesAllColorsByThoseOfTheSystem() throws Exception {
		Ui.run(() -> systemTheme("HighContrast"));
		Ui.await("the theme", () -> Ui.display().getHighContrast());
		Set<RGB> system = Ui.get(() -> Set.of(color(SWT.COLOR_LIST_BACKGROUND), color(SWT.COLOR_LIST_FOREGROUND)));
		assertThat(Ui.<Set<RGB>>get(() -> Arrays.stream(PmixColor.values()).map(color -> color.get().getRGB()).collect(Collectors.toSet())))
				.isEqualTo(system);

		Jobs.awaitEnd(Jobs.launch(Jobs.configuration("contrast", 4, Peers.c("pmix_exit"), FailureTest.RANK_3_FAILS)));
		JobsViewTester jobs = JobsViewTester.show();
		Ui.await("the banner", () -> jobs.banner().contains("3 others"));
		Link banner = Ui.get(() -> Widgets.all(Workbench.shell(), Link.class).getFirst());
		assertThat(Ui.<RGB>get(() -> banner.getForeground().getRGB())).isEqualTo(Ui.get(() -> color(SWT.COLOR_LIST_FOREGROUND)));
		OutputTester output = OutputTester.show();
		output.awaitLine("ready");
		StyledText text = Ui.get(() -> Widgets.all(Workbench.shell(), StyledText.class).stream()
				.filter(shown -> ScreenReader.name(shown).equals("Output of the job")).findFirst().orElseThrow());
		assertThat(Ui.get(() -> text.getLineBullet(0).style.background)).isNull();
		assertThat(Ui.<StyleRange[]>get(text::getStyleRanges)).noneMatch(range -> range.foreground != null || range.background != null);
		MapTester.show();
		Pictures.screen("map-output-contrast");
	}

	private static RGB color(int id) {
		return Ui.display().getSystemColor(id).getRGB();
	}

	private static String systemTheme() {
		try {
			return (String) gtk("OS").getMethod("getThemeName").invoke(null);
		} catch (ReflectiveOperationException e) {
			throw new IllegalStateException(e);
		}
	}

	/** Chooses a theme of the window system. SWT has no API to do so. */
	private static void systemTheme(String name) {
		try {
			Object settings = gtk("GTK").getMethod("gtk_settings_get_default").invoke(null);
			Object property = gtk("GTK").getField("gtk_theme_name").get(null);
			gtk("OS").getMethod("g_object_set", long.class, byte[].class, byte[].class, long.class).invoke(null, settings, property,
					(name + '\0').getBytes(StandardCharsets.UTF_8), 0L);
		} catch (ReflectiveOperationException e) {
			throw new IllegalStateException(e);
		}
	}

	private static Class<?> gtk(String name) throws ClassNotFoundException {
		return Class.forName("org.eclipse.swt.internal.gtk." + name, true, Display.class.getClassLoader());
	}
}
