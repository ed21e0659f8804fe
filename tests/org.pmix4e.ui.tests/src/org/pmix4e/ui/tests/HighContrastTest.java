// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.RGB;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Listener;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4e.ui.internal.PmixColor;
import org.pmix4j.testkit.Peers;

/** Tests that the views use the colors of the system while it has a theme of high contrast. */
class HighContrastTest extends UserTest {
	/** How far the parts of a color must differ, of 255; the palest margin has 73. */
	private static final int LEAST_HUE = 40;

	private final Listener swallow = event -> event.type = SWT.None;
	private final String usual = Ui.get(HighContrastTest::systemTheme);

	/** The platform proposes a new start when the contrast changes, in a dialog some time later. */
	@BeforeEach
	void keepPlatformFromAsking() {
		Ui.run(() -> Ui.display().addFilter(SWT.Settings, swallow));
	}

	@AfterEach
	void restoreTheme() {
		Ui.run(() -> systemTheme(usual));
		Ui.run(() -> Ui.display().removeFilter(SWT.Settings, swallow));
	}

	@Test
	void highContrast_replacesAllColorsByThoseOfTheSystem() throws Exception {
		StyledText usualOutput = runFailing();
		Ui.await("a colored margin", () -> isColored(usualOutput));

		Ui.run(() -> systemTheme("HighContrast"));
		assertThat(Ui.get(() -> Ui.display().getHighContrast())).isTrue();
		Set<RGB> system = Ui.get(() -> Set.of(color(SWT.COLOR_LIST_BACKGROUND), color(SWT.COLOR_LIST_FOREGROUND)));
		assertThat(Ui.<Set<RGB>>get(() -> Arrays.stream(PmixColor.values()).map(color -> color.get().getRGB()).collect(Collectors.toSet())))
				.isEqualTo(system);
		StyledText output = runFailing();
		Ui.await("output in the colors of the system", () -> !isColored(output));
		Link banner = Ui.get(() -> Widgets.all(Workbench.shell(), Link.class).getFirst());
		assertThat(Ui.<RGB>get(() -> banner.getForeground().getRGB())).isEqualTo(Ui.get(() -> color(SWT.COLOR_LIST_FOREGROUND)));
		MapTester.show();
		Pictures.screen("map-output-contrast");
	}

	/** Runs a job whose last rank fails. Returns the text that shows its output. */
	private static StyledText runFailing() throws Exception {
		ILaunch launch = Jobs.launch(Jobs.configuration("contrast", 4, Peers.c("pmix_exit"), FailureTest.RANK_3_FAILS));
		Jobs.awaitEnd(launch);
		JobsViewTester jobs = JobsViewTester.show();
		Ui.await("the banner", () -> jobs.banner().contains("3 others"));
		ConsoleTester.awaitText(Jobs.job(launch), "were ended");
		ConsoleTester.awaitQuiet();
		OutputTester output = OutputTester.show();
		output.awaitLine("ready");
		return output.text();
	}

	/** Returns whether a control, which must be in front, is drawn in other colors than shades of gray. */
	private static boolean isColored(Control control) {
		ImageData picture = Pictures.of(new Rectangle(control.toDisplay(0, 0).x, control.toDisplay(0, 0).y, control.getSize().x,
				control.getSize().y));
		return IntStream.range(0, picture.width * picture.height)
				.mapToObj(at -> picture.palette.getRGB(picture.getPixel(at % picture.width, at / picture.width)))
				.anyMatch(pixel -> Math.max(pixel.red, Math.max(pixel.green, pixel.blue))
						- Math.min(pixel.red, Math.min(pixel.green, pixel.blue)) > LEAST_HUE);
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
