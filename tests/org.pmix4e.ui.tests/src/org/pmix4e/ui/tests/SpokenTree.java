// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Peers;

/**
 * The widgets of a window as a screen reader gets them, which asks the workbench through AT-SPI. The names that controls have for their
 * listeners may differ: SWT passes them on for the controls that it draws itself only. Immutable.
 */
final class SpokenTree {
	/** The roles of what a user operates or reads line by line. */
	private static final Set<String> OPERATED = Set.of("push button", "toggle button", "check box", "radio button", "combo box", "text",
			"entry", "spin button", "table", "tree table", "tree", "list", "list item", "slider", "link", "menu item", "canvas");
	/** The roles whose name in AT-SPI is their value. */
	private static final Set<String> NAMED_BY_VALUE = Set.of("combo box");
	private static final int NO_WINDOW = 3;
	private static final int CELLS = 6;
	private static final Duration LIMIT = Duration.ofSeconds(60);

	/**
	 * A widget.
	 *
	 * @param depth       its level in the window, which has 0
	 * @param role        its kind
	 * @param name        its own name
	 * @param label       the name of its label
	 * @param description its description, such as its tool tip
	 * @param states      such as focusable
	 */
	record Widget(int depth, String role, String name, String label, String description, Set<String> states) {
		/** Returns what a screen reader says to name this widget; empty if the user has to guess. */
		String spoken() {
			String own = NAMED_BY_VALUE.contains(role) ? "" : name;
			String text = label.isEmpty() ? own : label;
			// buttons of tool bars have nothing but their tool tip
			return text.isEmpty() && role.endsWith("button") ? description : text;
		}

		private boolean isOperated() {
			return OPERATED.contains(role);
		}

		/** Text that the user cannot change needs no name: it is read itself. */
		private boolean needsName() {
			return isOperated() && (!role.equals("text") || states.contains("editable"));
		}
	}

	private final List<Widget> widgets;

	private SpokenTree(List<Widget> widgets) {
		this.widgets = widgets;
	}

	/**
	 * Reads the visible widgets of a window until it has some. Not called on the display's thread, which has to answer.
	 *
	 * @param title of the window
	 * @param names how the names of some widgets begin
	 */
	static SpokenTree await(String title, String... names) {
		List<String> command = List.of(Peers.pythonWith("gi.repository.Atspi").toString(),
				Checkout.root().resolve("tests/org.pmix4e.ui.tests/python/spoken_tree.py").toString(),
				String.valueOf(ProcessHandle.current().pid()), title.strip());
		List<SpokenTree> read = new ArrayList<>();
		try {
			Await.until("widgets of " + title + " named " + List.of(names), LIMIT, () -> {
				read.add(read(command));
				return Stream.of(names).allMatch(read.getLast()::hasName);
			});
		} catch (AssertionError e) {
			List<Widget> last = read.isEmpty() ? List.of() : read.getLast().widgets;
			throw new AssertionError(e.getMessage() + "; there are " + last.stream().filter(Widget::isOperated).toList(), e);
		}
		return read.getLast();
	}

	private boolean hasName(String start) {
		return widgets.stream().filter(Widget::isOperated).anyMatch(widget -> widget.spoken().startsWith(start));
	}

	private static SpokenTree read(List<String> command) {
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			int exitCode = process.waitFor();
			if (exitCode != 0 && exitCode != NO_WINDOW) {
				throw new AssertionError(String.join(" ", command) + " has failed with exit code " + exitCode + ": " + output);
			}
			return new SpokenTree(exitCode == 0 ? output.lines().flatMap(SpokenTree::widget).toList() : List.of());
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		} catch (InterruptedException e) {
			throw new IllegalStateException("interrupted in " + String.join(" ", command), e);
		}
	}

	/** Returns nothing for a warning of the libraries of AT-SPI. */
	private static Stream<Widget> widget(String line) {
		String[] cells = line.split("\t", -1);
		if (cells.length < CELLS) {
			return Stream.empty();
		}
		return Stream.of(new Widget(Integer.parseInt(cells[0]), cells[1], cells[2], cells[3], cells[4], Set.of(cells[5].split(" "))));
	}

	/** Returns the paths of the controls without a name: the names around them, and the role. */
	List<String> nameless() {
		List<Widget> path = new ArrayList<>();
		List<String> nameless = new ArrayList<>();
		for (Widget widget : widgets) {
			path.subList(widget.depth(), path.size()).clear();
			// GTK puts the text of a combo into it, and a screen reader names the combo first
			boolean isPart = !path.isEmpty() && NAMED_BY_VALUE.contains(path.getLast().role());
			path.add(widget);
			if (widget.needsName() && widget.spoken().isEmpty() && !isPart) {
				nameless.add(path.stream().map(Widget::spoken).filter(name -> !name.isEmpty()).collect(Collectors.joining(" > ")) + " > "
						+ widget.role());
			}
		}
		return nameless;
	}
}
