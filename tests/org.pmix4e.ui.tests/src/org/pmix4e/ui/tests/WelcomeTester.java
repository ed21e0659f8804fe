// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.List;

import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.forms.widgets.Hyperlink;
import org.eclipse.ui.intro.IIntroManager;

/** Page object of the platform's Welcome page, in the presentation that needs no web browser. */
final class WelcomeTester {

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
		Ui.run(() -> Widgets.find(Workbench.window().getShell(), Hyperlink.class, link -> name(link).equals(name)).setFocus());
		Keys.press("CR");
		return this;
	}

	WelcomeTester awaitLink(String name) {
		Ui.await(() -> name + " among the links " + links(), () -> links().contains(name));
		return this;
	}

	/** Returns the names of all links, as {@link #follow} takes them. */
	static List<String> links() {
		return Ui.get(() -> Widgets.all(Workbench.window().getShell(), Hyperlink.class).stream().map(WelcomeTester::name).toList());
	}

	private static String name(Hyperlink link) {
		return link.getText() == null ? String.valueOf(link.getHref()) : link.getText();
	}
}
