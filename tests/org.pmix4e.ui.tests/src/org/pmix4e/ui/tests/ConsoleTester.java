// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.ui.console.ConsolePlugin;
import org.eclipse.ui.console.IConsole;
import org.eclipse.ui.console.TextConsole;

/** Page object of the consoles. */
final class ConsoleTester {
	private ConsoleTester() {
	}

	/** Returns the text in the console of a process. */
	static String text(IProcess process) {
		return Ui.get(() -> DebugUITools.getConsole(process) instanceof TextConsole console ? console.getDocument().get() : "");
	}

	static void awaitText(IProcess process, String text) {
		Ui.await(text + " in the console", () -> text(process).contains(text));
	}

	/** Returns the text in the first console whose name contains a text. */
	static String text(String name) {
		return Ui.get(() -> consoles().filter(console -> console.getName().contains(name)).map(TextConsole.class::cast)
				.map(console -> console.getDocument().get()).findFirst().orElse(""));
	}

	static List<String> names() {
		return Ui.get(() -> consoles().map(IConsole::getName).toList());
	}

	private static Stream<IConsole> consoles() {
		return Stream.of(ConsolePlugin.getDefault().getConsoleManager().getConsoles());
	}
}
