// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.console;

import java.util.Optional;
import java.util.stream.IntStream;

import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.widgets.Event;
import org.eclipse.ui.console.IConsole;
import org.eclipse.ui.console.IHyperlink;
import org.eclipse.ui.console.TextConsole;
import org.eclipse.ui.part.IPageBookViewPage;

/**
 * Lets Enter follow the link in the line of the caret of a console that takes no input, as in the view PMIx Output. The platform follows
 * links by the mouse only. Stateless; used on the thread of the user interface.
 */
final class LinkKey {
	private LinkKey() {
	}

	/** @param page shows the console */
	static void follow(IPageBookViewPage page, IConsole console) {
		if (console instanceof TextConsole links && page.getControl() instanceof StyledText text) {
			text.addListener(SWT.KeyDown, event -> {
				if (isEnter(event) && !text.getEditable()) {
					link(links, text).ifPresent(IHyperlink::linkActivated);
				}
			});
		}
	}

	private static boolean isEnter(Event event) {
		return (event.keyCode == SWT.CR || event.keyCode == SWT.KEYPAD_CR) && event.stateMask == 0;
	}

	/** Returns the link at the caret, or else the first one in its line. */
	private static Optional<IHyperlink> link(TextConsole links, StyledText text) {
		int caret = text.getCaretOffset();
		int begin = text.getOffsetAtLine(text.getLineAtOffset(caret));
		int end = begin + text.getLine(text.getLineAtOffset(caret)).length();
		return IntStream.concat(IntStream.of(caret), IntStream.range(begin, end)).mapToObj(links::getHyperlink)
				.flatMap(link -> Optional.ofNullable(link).stream()).findFirst();
	}
}
