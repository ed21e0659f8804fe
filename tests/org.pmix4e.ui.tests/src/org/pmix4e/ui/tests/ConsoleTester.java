// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.jface.text.IRegion;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.ui.console.ConsolePlugin;
import org.eclipse.ui.console.IConsole;
import org.eclipse.ui.console.IConsoleConstants;
import org.eclipse.ui.console.IConsoleView;
import org.eclipse.ui.console.TextConsole;

/** Page object of the consoles. */
final class ConsoleTester {
	/** The platform's preference "Show console when program writes to standard out", whose constant is internal. */
	private static final String OPEN_ON_OUT = "DEBUG.consoleOpenOnOut";

	private ConsoleTester() {
	}

	/** Keeps the Console from coming to the front when a job writes, until {@link #letComeUp}. */
	static void keepBack() {
		Ui.run(() -> DebugUITools.getPreferenceStore().setValue(OPEN_ON_OUT, false));
	}

	static void letComeUp() {
		Ui.run(() -> DebugUITools.getPreferenceStore().setToDefault(OPEN_ON_OUT));
	}

	/** Shows the view Console in front. */
	static void show() {
		Workbench.show(IConsoleConstants.ID_CONSOLE_VIEW);
	}

	/** Returns the text in the console of a process. */
	static String text(IProcess process) {
		return Ui.get(() -> DebugUITools.getConsole(process) instanceof TextConsole console ? console.getDocument().get() : "");
	}

	static void awaitText(IProcess process, String text) {
		Ui.await(() -> text + " in the console instead of " + text(process), () -> text(process).contains(text));
	}

	/** Returns the text in the first console whose name contains a text. */
	static String text(String name) {
		return Ui.get(() -> consoles().filter(console -> console.getName().contains(name)).map(TextConsole.class::cast)
				.map(console -> console.getDocument().get()).findFirst().orElse(""));
	}

	static List<String> names() {
		return Ui.get(() -> consoles().map(IConsole::getName).toList());
	}

	/** Waits until the links in the consoles whose names contain a text have these texts. */
	static void awaitLinks(String name, List<String> texts) {
		Ui.await(() -> "the links " + texts + " instead of " + links(name), () -> links(name).equals(texts));
	}

	/** Waits for a link with a text in a console that can have others: a JVM that is ended while it starts prints a trace, too. */
	static void awaitLink(String name, String text) {
		Ui.await(() -> "the link " + text + " among " + links(name), () -> links(name).contains(text));
	}

	/** Returns the texts of the links in the consoles whose names contain a text. */
	static List<String> links(String name) {
		return Ui.get(() -> consoles().filter(console -> console.getName().contains(name)).map(TextConsole.class::cast)
				.flatMap(console -> Stream.of(console.getHyperlinks()).map(link -> text(console, console.getRegion(link)))).toList());
	}

	private static String text(TextConsole console, IRegion region) {
		return console.getDocument().get().substring(region.getOffset(), region.getOffset() + region.getLength());
	}

	/** Follows the first link in a console, as a click does. */
	static void follow(String name) {
		Ui.run(() -> consoles().filter(console -> console.getName().contains(name)).map(TextConsole.class::cast).findFirst().orElseThrow()
				.getHyperlinks()[0].linkActivated());
	}

	/** Places the caret at the beginning of the first line that contains a text in the console that is shown, as the arrow keys do. */
	static void placeCaret(String part) {
		Workbench.show(IConsoleConstants.ID_CONSOLE_VIEW);
		Ui.await("the focus in the console", () -> Ui.display().getFocusControl() instanceof StyledText text && isInConsole(text));
		Ui.run(() -> {
			StyledText text = (StyledText) Ui.display().getFocusControl();
			String before = text.getText().substring(0, text.getText().indexOf(part));
			text.setCaretOffset(before.lastIndexOf('\n') + 1);
		});
	}

	/** Returns whether the user can type into the console that the view Console shows. */
	static boolean takesInput() {
		return Ui.get(() -> Widgets.find(Workbench.window().getShell(), StyledText.class, ConsoleTester::isInConsole).getEditable());
	}

	private static boolean isInConsole(StyledText text) {
		return ((IConsoleView) Workbench.page().findView(IConsoleConstants.ID_CONSOLE_VIEW)).getConsole() instanceof TextConsole console
				&& text.getText().equals(console.getDocument().get());
	}

	/** Returns the name of the console that the view Console shows. */
	static String shown() {
		return Ui.get(() -> Workbench.page().findView(IConsoleConstants.ID_CONSOLE_VIEW) instanceof IConsoleView view
				&& view.getConsole() != null ? view.getConsole().getName() : "");
	}

	static void awaitShown(String name) {
		Ui.await(() -> "the console " + name + " instead of " + shown(), () -> shown().contains(name));
	}

	/** Keeps the consoles of the present processes from coming to the front with output that is still on its way. */
	static void awaitQuiet() {
		Ui.run(() -> consoles().filter(org.eclipse.debug.ui.console.IConsole.class::isInstance)
				.map(org.eclipse.debug.ui.console.IConsole.class::cast)
				.flatMap(console -> Stream.of(IDebugUIConstants.ID_STANDARD_OUTPUT_STREAM, IDebugUIConstants.ID_STANDARD_ERROR_STREAM)
						.map(console::getStream))
				.filter(Objects::nonNull).forEach(stream -> stream.setActivateOnWrite(false)));
		awaitNoneToCome();
	}

	/** Waits until the platform has shown the console of the latest output, which it does some time after the output. */
	static void awaitNoneToCome() {
		Ui.await("no console that is about to be shown", ConsoleTester::isNoneToCome);
	}

	/** Returns whether no console is about to be shown. */
	static boolean isNoneToCome() {
		return Stream.of(Job.getJobManager().find(null)).noneMatch(job -> job.getClass().getSimpleName().equals("ShowConsoleViewJob"));
	}

	/** Returns whether the console of a process is shown when the process writes. */
	static boolean comesToFront(IProcess process) {
		return Ui.get(() -> DebugUITools.getConsole(process) instanceof org.eclipse.debug.ui.console.IConsole console
				&& console.getStream(IDebugUIConstants.ID_STANDARD_ERROR_STREAM).isActivateOnWrite());
	}

	private static Stream<IConsole> consoles() {
		return Stream.of(ConsolePlugin.getDefault().getConsoleManager().getConsoles());
	}
}
