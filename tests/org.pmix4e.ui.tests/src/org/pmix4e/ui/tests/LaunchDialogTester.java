// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.custom.CTabItem;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Spinner;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.Tree;

/** Page object of the Run Configurations dialog for PMIx jobs. */
final class LaunchDialogTester {
	private static final String TYPE = "PMIx Job";
	private final Shell shell;

	private LaunchDialogTester(Shell shell) {
		this.shell = shell;
	}

	/** Opens the dialog, as Run > Run Configurations... does. */
	static LaunchDialogTester open() {
		return open(IDebugUIConstants.ID_RUN_LAUNCH_GROUP, "Run Configurations");
	}

	/** Opens the dialog of a launch group. */
	static LaunchDialogTester open(String group, String title) {
		Ui.start(() -> DebugUITools.openLaunchConfigurationDialogOnGroup(Workbench.window().getShell(), StructuredSelection.EMPTY, group));
		return new LaunchDialogTester(Ui.awaitShell(title));
	}

	/** Returns the dialog that a command has opened. */
	static LaunchDialogTester opened() {
		return new LaunchDialogTester(Ui.awaitShell("Run Configurations"));
	}

	Shell shell() {
		return shell;
	}

	/** Creates a configuration of a PMIx job. */
	LaunchDialogTester newJob() {
		Ui.run(() -> Widgets.select(Widgets.item(Widgets.all(shell, Tree.class).get(0), TYPE)));
		Ui.run(() -> Ui.press(Widgets.toolItem(shell, "New launch configuration")));
		Ui.await("the tabs of a PMIx job", () -> Widgets.all(shell, Label.class).stream().anyMatch(label -> label.getText().equals("&Program:")));
		return this;
	}

	/** Returns the rows of the further programs. */
	List<String> programs() {
		return Ui.get(() -> Widgets.all(shell, Table.class).stream().filter(table -> table.getColumnCount() == 3).findFirst()
				.map(table -> Stream.of(table.getItems()).map(row -> row.getText(0) + " | " + row.getText(1) + " | " + row.getText(2)).toList())
				.orElse(List.of()));
	}

	/** Selects a configuration. */
	LaunchDialogTester choose(String name) {
		Ui.await("the configuration " + name, () -> {
			Widgets.select(Widgets.item(Widgets.all(shell, Tree.class).get(0), name));
			return true;
		});
		return this;
	}

	/** Returns the text of the field next to a label. */
	String field(String label) {
		return Ui.get(() -> Widgets.labelled(shell, label, Text.class).getText());
	}

	LaunchDialogTester name(String name) {
		return write("Name:", name);
	}

	LaunchDialogTester program(String program) {
		return write("Program:", program);
	}

	/** Returns the texts of all labels. */
	List<String> labels() {
		return Ui.get(() -> Widgets.all(shell, Label.class).stream().map(Label::getText).toList());
	}

	/** Returns the rows of the preview of the map. */
	List<String> preview() {
		return Ui.get(() -> Widgets.rows(Widgets.all(shell, Tree.class).get(1)));
	}

	/** Types into the combo next to a label, or chooses one of its texts. */
	LaunchDialogTester choose(String label, String text) {
		Ui.run(() -> {
			Combo combo = Widgets.labelled(shell, label, Combo.class);
			combo.setText(text);
			Ui.notify(combo, SWT.Selection);
		});
		return this;
	}

	/** Returns the body of the shown tab. */
	Composite body() {
		return Widgets.all(shell, ScrolledComposite.class).getLast();
	}

	/** Returns whether the shown tab needs more room than it has and offers no scroll bar. */
	boolean isCutOff() {
		return Ui.get(() -> {
			ScrolledComposite shown = (ScrolledComposite) body();
			Point wanted = shown.getContent().computeSize(SWT.DEFAULT, SWT.DEFAULT);
			Rectangle room = shown.getClientArea();
			return isClipped(shown) || wanted.x > room.width || wanted.y > room.height && !shown.getVerticalBar().isVisible();
		});
	}

	/** Returns whether a control, or what it is in, reaches beyond the bottom of its parent. */
	private static boolean isClipped(Composite control) {
		for (Composite inner = control; !(inner instanceof Shell); inner = inner.getParent()) {
			Rectangle room = inner.getParent().getClientArea();
			if (inner.getBounds().y + inner.getBounds().height > room.y + room.height) {
				return true;
			}
		}
		return false;
	}

	LaunchDialogTester write(String label, String text) {
		Ui.run(() -> Widgets.labelled(shell, label, Text.class).setText(text));
		return this;
	}

	LaunchDialogTester arguments(String arguments) {
		Ui.run(() -> Widgets.find(shell, Text.class, text -> (text.getStyle() & SWT.MULTI) != 0 && text.getEditable())
				.setText(arguments));
		return this;
	}

	LaunchDialogTester ranks(int ranks) {
		Ui.run(() -> Widgets.labelled(shell, "Ranks:", Spinner.class).setSelection(ranks));
		return this;
	}

	/** Chooses a radio button. */
	LaunchDialogTester radio(String text) {
		Ui.run(() -> {
			Button chosen = Widgets.button(shell, text);
			for (Control sibling : chosen.getParent().getChildren()) {
				if (sibling instanceof Button button && (button.getStyle() & SWT.RADIO) != 0) {
					button.setSelection(button == chosen);
				}
			}
			Ui.notify(chosen, SWT.Selection);
		});
		return this;
	}

	/** Returns the chosen radio button of the shown tab. */
	String radio() {
		return Ui.get(() -> Widgets.find(body(), Button.class, button -> (button.getStyle() & SWT.RADIO) != 0 && button.getSelection()).getText()
				.replace("&", ""));
	}

	/** Presses a button. */
	LaunchDialogTester press(String text) {
		Ui.run(() -> Ui.press(Widgets.button(shell, text)));
		return this;
	}

	/** Returns the text that the shown tab has in a field which the user cannot change. */
	String shown() {
		return Ui.get(() -> Widgets.find(body(), Text.class, text -> !text.getEditable()).getText());
	}

	/** Gives the dialog another size, as on a small screen. */
	LaunchDialogTester resize(int width, int height) {
		Ui.run(() -> shell.setSize(width, height));
		Ui.await("the size", () -> shell.getSize().x == width);
		return this;
	}

	/** Selects a tab. */
	LaunchDialogTester tab(String title) {
		Ui.run(() -> {
			for (CTabFolder folder : Widgets.all(shell, CTabFolder.class)) {
				for (CTabItem item : folder.getItems()) {
					if (item.getText().replace("&", "").equals(title)) {
						folder.setSelection(item);
						Event event = new Event();
						event.item = item;
						folder.notifyListeners(SWT.Selection, event);
						return;
					}
				}
			}
			throw new AssertionError("no tab " + title);
		});
		return this;
	}

	/** Places the focus into the selected tab, as a click does. */
	void focusTab() {
		Ui.run(() -> Widgets.all(shell, CTabFolder.class).stream().filter(folder -> folder.getItemCount() > 3).findFirst().orElseThrow()
				.getSelection().getControl().setFocus());
	}

	/** Waits until the head of the dialog contains a text. */
	void awaitMessage(String text) {
		Ui.await("the message " + text, () -> Widgets.all(shell, Text.class).stream().anyMatch(each -> each.getText().contains(text))
				|| Widgets.all(shell, Label.class).stream().anyMatch(each -> each.getText().contains(text)));
	}

	boolean canRun() {
		return Ui.get(() -> runButton().isEnabled());
	}

	/** Presses Run, which closes the dialog. Must be called on the display's thread. */
	void run() {
		Ui.press(runButton());
	}

	private Button runButton() {
		return Widgets.button(shell, "Run");
	}

	/** Closes the dialog without saving. */
	void close() {
		Ui.start(() -> Ui.press(Widgets.button(shell, "Close")));
		Shell question = Ui.awaitShell("Save Changes");
		Ui.start(() -> Ui.press(Widgets.button(question, "Don't Save")));
		Ui.await("the end of the dialog", shell::isDisposed);
	}
}
