// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.graphics.ImageData;
import org.eclipse.swt.graphics.ImageLoader;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Shell;
import org.pmix4j.testkit.Checkout;

/** Saves pictures of the screen in target/pictures, for people to look at. */
final class Pictures {
	private static final Path FOLDER = Checkout.root().resolve("tests/org.pmix4e.ui.tests/target/pictures");

	private static final Duration SETTLE = Duration.ofMillis(500);

	private Pictures() {
	}

	/** Saves a picture of the workbench window. */
	static void screen(String name) {
		settle();
		take(name, () -> Workbench.window().getShell().getBounds());
	}

	/** Saves a picture of the whole screen at once. */
	static void now(String name) {
		take(name, () -> Ui.display().getBounds());
	}

	/** Saves a picture of a window, which must be in front. */
	static void window(Shell shell, String name) {
		settle();
		take(name, shell::getBounds);
	}

	/** Waits a little, because the platform collects changes before it shows them. No test depends on a picture, so this may be short. */
	private static void settle() {
		long begin = System.nanoTime();
		Ui.await("a moment", () -> System.nanoTime() - begin > SETTLE.toNanos());
	}

	/** Compresses the picture on the thread of the test, because that takes as long as the slowest update of a view. */
	private static void take(String name, Callable<Rectangle> area) {
		ImageLoader loader = new ImageLoader();
		loader.data = new ImageData[] { Ui.get(() -> of(area.call())) };
		try {
			Files.createDirectories(FOLDER);
			loader.save(FOLDER.resolve(name + ".png").toString(), SWT.IMAGE_PNG);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	/** Returns a picture of a part of the screen. Called on the display's thread. */
	static ImageData of(Rectangle area) {
		Ui.display().update();
		Image image = new Image(Ui.display(), area.width, area.height);
		GC screen = new GC(Ui.display());
		try {
			screen.copyArea(image, area.x, area.y);
			return image.getImageData();
		} finally {
			screen.dispose();
			image.dispose();
		}
	}
}
