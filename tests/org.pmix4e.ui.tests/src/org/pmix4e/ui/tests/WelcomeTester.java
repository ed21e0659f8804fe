// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.swt.browser.Browser;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.forms.widgets.Hyperlink;
import org.eclipse.ui.intro.IIntroManager;

/** Page object of the platform's Welcome page, in each {@link WelcomeForm}. */
final class WelcomeTester {
	/** Finds the links that a page in a browser shows. A link has a text and an address there. */
	private static final String LINKS = """
			const names = link => [link.querySelector('.link-label')?.textContent.trim(), link.getAttribute('href')];
			const links = Array.from(document.links).filter(link => link.getClientRects().length > 0);
			""";

	private WelcomeTester() {
	}

	/**
	 * Opens a page of Help > Welcome.
	 *
	 * @param page its id, such as tutorials
	 */
	static WelcomeTester open(String page) {
		Workbench.command("org.eclipse.ui.help.quickStartAction");
		return new WelcomeTester().follow("http://org.eclipse.ui.intro/showPage?id=" + page);
	}

	/** Closes the page. */
	static void close() {
		IIntroManager intros = PlatformUI.getWorkbench().getIntroManager();
		Ui.run(() -> intros.closeIntro(intros.getIntro()));
	}

	/**
	 * Follows a link with the keyboard.
	 *
	 * @param name the text of the link, or the address of a picture
	 */
	WelcomeTester follow(String name) {
		awaitLink(name);
		Ui.run(() -> shown(Hyperlink.class).filter(link -> name(link).equals(name)).findFirst()
				.ifPresentOrElse(Hyperlink::setFocus, () -> focusInPage(name)));
		Keys.press("CR");
		return this;
	}

	private static void focusInPage(String name) {
		Browser browser = shown(Browser.class).filter(each -> linksOf(each).contains(name)).findFirst().orElseThrow();
		browser.setFocus();
		browser.evaluate(LINKS + "links.find(link => names(link).includes('%s')).focus();".formatted(name));
	}

	WelcomeTester awaitLink(String name) {
		Ui.await(() -> name + " among the links " + links(), () -> links().contains(name));
		return this;
	}

	/** Returns the names of all links, as {@link #follow} takes them. */
	static List<String> links() {
		return Ui.get(() -> Stream.concat(shown(Hyperlink.class).map(WelcomeTester::name),
				shown(Browser.class).flatMap(browser -> linksOf(browser).stream())).toList());
	}

	private static <T extends Control> Stream<T> shown(Class<T> type) {
		return Widgets.all(Workbench.window().getShell(), type).stream();
	}

	private static String name(Hyperlink link) {
		return link.getText() == null ? String.valueOf(link.getHref()) : link.getText();
	}

	/** Returns the texts and the addresses of the links in a browser. */
	private static List<String> linksOf(Browser browser) {
		List<String> names = new ArrayList<>();
		for (Object name : (Object[]) browser.evaluate(LINKS + "return links.flatMap(names).filter(name => name);")) {
			names.add(String.valueOf(name));
		}
		return names;
	}
}
