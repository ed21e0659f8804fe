// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.eclipse.swt.browser.Browser;
import org.eclipse.swt.browser.ProgressListener;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.PlatformUI;

/** Page object of the window Help in the form of a browser. */
final class HelpTester {
	/** Finds the frames of a page, also those in frames. */
	private static final String FRAMES = """
			const all = frame => [frame].concat(Array.from(frame.frames).flatMap(all));
			const loaded = all(window).filter(frame => frame.document.readyState === 'complete' && frame.document.body);
			""";

	private HelpTester() {
	}

	/**
	 * Shows a page and waits until it is complete. No script may run before that, as it would keep the page from being loaded.
	 *
	 * @param topic path of the page, with the name of its bundle
	 */
	static void open(String topic) {
		AtomicBoolean complete = new AtomicBoolean();
		Ui.run(() -> {
			PlatformUI.getWorkbench().getHelpSystem().displayHelpResource(topic);
			browsers().forEach(browser -> browser.addProgressListener(ProgressListener.completedAdapter(event -> complete.set(true))));
		});
		Ui.await("the help in a browser", complete::get);
		Ui.await(() -> "the page " + topic + " instead of " + pages(), () -> pages().stream().anyMatch(page -> page.endsWith(topic)));
	}

	/** Returns the addresses of all pages that are shown. */
	private static List<String> pages() {
		return Ui.get(() -> browsers().flatMap(browser -> strings(browser, "return loaded.map(frame => frame.location.pathname);").stream())
				.toList());
	}

	/** Returns whether a page has to be scrolled sideways. */
	static boolean isWiderThanItsFrame(String topic) {
		return Ui.get(() -> browsers().anyMatch(browser -> !strings(browser, "return loaded.filter(frame => frame.location.pathname.endsWith('"
				+ topic + "') && frame.document.documentElement.scrollWidth > frame.innerWidth).map(frame => frame.name);").isEmpty()));
	}

	/** Closes the window. */
	static void close() {
		Ui.run(() -> browsers().map(Browser::getShell).distinct().filter(shell -> shell != Workbench.window().getShell())
				.forEach(Shell::close));
	}

	private static Stream<Browser> browsers() {
		return Stream.of(Ui.display().getShells()).flatMap(shell -> Widgets.all(shell, Browser.class).stream());
	}

	private static List<String> strings(Browser browser, String script) {
		List<String> strings = new ArrayList<>();
		if (browser.evaluate(FRAMES + script) instanceof Object[] found) {
			for (Object each : found) {
				strings.add(String.valueOf(each));
			}
		}
		return strings;
	}
}
