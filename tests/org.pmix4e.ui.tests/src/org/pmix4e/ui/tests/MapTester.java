// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Table;
import org.eclipse.ui.IViewPart;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.map.MapView;

/** Page object of the view Process Map. */
final class MapTester {
	private final MapView view;
	private final Canvas canvas;
	private final Table table;

	private MapTester(MapView view) {
		this.view = view;
		canvas = (Canvas) Ui.get(() -> view.parts().get(0));
		table = (Table) Ui.get(() -> view.parts().get(1));
	}

	/** Shows the view in front. */
	static MapTester show() {
		IViewPart view = Workbench.show(PmixUi.VIEW_MAP);
		return new MapTester((MapView) view);
	}

	/** Shows the picture, tab 0, or the table, tab 1. */
	void tab(int index) {
		Ui.run(() -> {
			for (Composite parent = table.getParent(); parent != null; parent = parent.getParent()) {
				if (parent instanceof CTabFolder folder) {
					folder.setSelection(index);
					return;
				}
			}
		});
	}

	/** Returns the legend as a screen reader says it. */
	String legend() {
		return Ui.get(() -> ScreenReader.name(Stream.of(canvas.getParent().getParent().getChildren())
				.filter(child -> child != canvas.getParent()).findFirst().orElseThrow()));
	}

	/** Returns the rows of the table. */
	List<String> rows() {
		return Ui.get(() -> Stream.of(table.getItems()).map(row -> row.getText(0) + " | " + row.getText(1) + " | " + row.getText(3)).toList());
	}

	/** Gives the table another width, in pixels, as dragging the border of the view does. */
	void resize(int width) {
		Ui.run(() -> table.getParent().setSize(width, table.getParent().getSize().y));
		Ui.await("the width", () -> table.getSize().x == width);
	}

	/** Returns the texts of a column that it is too narrow for. */
	List<String> clipped(int column) {
		return Ui.get(() -> {
			GC gc = new GC(table);
			List<String> texts = Stream.of(table.getItems()).filter(row -> gc.textExtent(row.getText(column)).x > row.getTextBounds(column).width)
					.map(row -> row.getText(column)).toList();
			gc.dispose();
			return texts;
		});
	}

	void awaitRows(int count, String text) {
		Ui.await(() -> count + " rows with " + text + " in " + rows(), () -> rows().stream().filter(row -> row.contains(text)).count() == count);
	}

	/** Presses a key in the picture. */
	void key(int keyCode, char character) {
		Ui.run(() -> key(keyCode, character, (int) System.currentTimeMillis()));
	}

	/** Presses the keys of a number so fast that the view takes them as one, however slow the machine is. */
	void type(String number) {
		int time = (int) System.currentTimeMillis();
		number.chars().forEach(digit -> Ui.run(() -> key(digit, (char) digit, time)));
	}

	private void key(int keyCode, char character, int time) {
		Event event = new Event();
		event.type = SWT.KeyDown;
		event.keyCode = keyCode;
		event.character = character;
		event.widget = canvas;
		event.time = time;
		canvas.notifyListeners(SWT.KeyDown, event);
	}

	/** Returns the names of the elements that the view has selected. */
	List<String> selected() {
		return Ui.get(() -> ((IStructuredSelection) view.getSite().getSelectionProvider().getSelection()).stream()
				.map(each -> ((JobElement) each).name()).toList());
	}

	/** Returns the numbers of the ranks that the table shows as selected. */
	List<String> selectedRows() {
		return Ui.get(() -> Stream.of(table.getSelection()).map(row -> row.getText(0)).toList());
	}

	void selectRow(int index) {
		Ui.run(() -> {
			table.setSelection(index);
			Ui.press(table);
		});
	}
}
