// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.viewers.ArrayContentProvider;
import org.eclipse.jface.viewers.CellEditor;
import org.eclipse.jface.viewers.ColumnLabelProvider;
import org.eclipse.jface.viewers.ColumnViewerEditor;
import org.eclipse.jface.viewers.ColumnViewerEditorActivationEvent;
import org.eclipse.jface.viewers.ColumnViewerEditorActivationStrategy;
import org.eclipse.jface.viewers.EditingSupport;
import org.eclipse.jface.viewers.FocusCellOwnerDrawHighlighter;
import org.eclipse.jface.viewers.StructuredSelection;
import org.eclipse.jface.viewers.TableViewer;
import org.eclipse.jface.viewers.TableViewerColumn;
import org.eclipse.jface.viewers.TableViewerEditor;
import org.eclipse.jface.viewers.TableViewerFocusCellManager;
import org.eclipse.jface.viewers.TextCellEditor;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Group;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;

/** The table of the further programs of a job, one row each. Owned by the tab Main, on the thread of the user interface. */
final class ProgramsTable {
	private static final int COLUMNS = 3;
	private static final int PROGRAM = 1;
	/** The number of ranks, the program and the rest; spaces belong to a word if they are quoted or behind a backslash. */
	private static final Pattern WORDS = Pattern.compile("(\\S*)\\s*((?:\\\\.|\"(?:\\\\.|[^\"\\\\])*\"|'[^']*'|[^\\s\"'])*+)\\s*(.*)",
			Pattern.DOTALL);
	private static final int LINES = 2;

	private final MainTab tab;
	private final TableViewer viewer;
	/** The cells of each row: ranks, program, arguments. */
	private final List<String[]> rows = new ArrayList<>();

	ProgramsTable(Composite parent, MainTab tab) {
		this.tab = tab;
		Group group = Fields.group(parent, Messages.main_morePrograms, 2);
		viewer = new TableViewer(group, SWT.BORDER | SWT.FULL_SELECTION | SWT.MULTI);
		viewer.getTable().setHeaderVisible(true);
		AccessibleNames.set(viewer.getTable(), Messages.main_morePrograms);
		GridDataFactory.fillDefaults().grab(true, false).hint(200, LINES * viewer.getTable().getItemHeight())
				.applyTo(viewer.getTable());
		column(0, Messages.main_moreRanks, 60);
		column(1, Messages.main_moreProgram, 220);
		column(2, Messages.main_moreArguments, 220);
		editByKeyboard();
		viewer.setContentProvider(ArrayContentProvider.getInstance());
		viewer.setInput(rows);
		Composite buttons = new Composite(group, SWT.NONE);
		GridLayoutFactory.fillDefaults().applyTo(buttons);
		GridDataFactory.swtDefaults().align(SWT.FILL, SWT.BEGINNING).applyTo(buttons);
		Fields.button(buttons, Messages.main_moreAdd, () -> viewer.editElement(add(), PROGRAM));
		Fields.button(buttons, Messages.main_moreBrowse, this::browse);
		Button remove = Fields.button(buttons, Messages.main_moreRemove, this::remove);
		remove.setEnabled(false);
		viewer.getTable().addListener(SWT.KeyDown, event -> {
			if (event.keyCode == SWT.DEL && (event.stateMask & SWT.MODIFIER_MASK) == 0) {
				remove();
			}
		});
		viewer.addSelectionChangedListener(event -> remove.setEnabled(!event.getSelection().isEmpty()));
	}

	/** Lets Tab go through the cells of a row, and Enter and F2 begin to change the cell that the arrow keys have reached. */
	private void editByKeyboard() {
		ColumnViewerEditorActivationStrategy strategy = new ColumnViewerEditorActivationStrategy(viewer) {
			@Override
			protected boolean isEditorActivationEvent(ColumnViewerEditorActivationEvent event) {
				boolean key = event.eventType == ColumnViewerEditorActivationEvent.KEY_PRESSED
						&& (event.keyCode == SWT.CR || event.keyCode == SWT.KEYPAD_CR || event.keyCode == SWT.F2);
				return key || super.isEditorActivationEvent(event);
			}
		};
		strategy.setEnableEditorActivationWithKeyboard(true);
		TableViewerEditor.create(viewer, new TableViewerFocusCellManager(viewer, new FocusCellOwnerDrawHighlighter(viewer)), strategy,
				ColumnViewerEditor.TABBING_HORIZONTAL | ColumnViewerEditor.KEYBOARD_ACTIVATION);
	}

	private void column(int index, String title, int width) {
		TableViewerColumn column = new TableViewerColumn(viewer, SWT.NONE);
		column.getColumn().setText(title);
		column.getColumn().setWidth(width);
		column.setLabelProvider(ColumnLabelProvider.createTextProvider(row -> ((String[]) row)[index]));
		column.setEditingSupport(new EditingSupport(viewer) {
			@Override
			protected CellEditor getCellEditor(Object element) {
				TextCellEditor editor = new TextCellEditor(viewer.getTable());
				AccessibleNames.set(editor.getControl(), title);
				return editor;
			}

			@Override
			protected boolean canEdit(Object element) {
				return true;
			}

			@Override
			protected Object getValue(Object element) {
				return ((String[]) element)[index];
			}

			@Override
			protected void setValue(Object element, Object value) {
				String text = String.valueOf(value).strip();
				((String[]) element)[index] = index == PROGRAM ? quoted(text) : text;
				viewer.update(element, null);
				tab.changed();
			}
		});
	}

	/** Adds a row whose program the user has yet to name. */
	private String[] add() {
		String[] row = { "1", "", "" };
		rows.add(row);
		viewer.refresh();
		viewer.setSelection(new StructuredSelection((Object) row), true);
		tab.changed();
		return row;
	}

	/** Lets the user choose the program of the selected row, or of a new one. */
	private void browse() {
		FileDialog dialog = new FileDialog(viewer.getTable().getShell(), SWT.OPEN | SWT.SHEET);
		dialog.setText(Messages.main_chooseProgram);
		String chosen = dialog.open();
		if (chosen != null) {
			String[] row = viewer.getStructuredSelection().getFirstElement() instanceof String[] selected ? selected : add();
			row[PROGRAM] = quoted(chosen);
			viewer.update(row, null);
			tab.changed();
		}
	}

	/** Quotes a program that the spaces in its name would split; a cell is one program. */
	private static String quoted(String program) {
		Matcher words = WORDS.matcher("1 " + program);
		boolean isOneWord = words.matches() && words.group(COLUMNS).isEmpty();
		return isOneWord ? program : '"' + program.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
	}

	private void remove() {
		rows.removeAll(viewer.getStructuredSelection().toList());
		viewer.refresh();
		tab.changed();
	}

	void show(ILaunchConfiguration configuration) {
		List<String> lines = JobTab.read(() -> configuration.getAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of()), List.of());
		if (!lines.equals(lines())) {
			rows.clear();
			lines.forEach(line -> rows.add(cells(line)));
			viewer.refresh();
		}
	}

	/** Splits a line into three cells; a line of fewer words has empty cells. Quotes keep a word together and stay in the cell. */
	private static String[] cells(String line) {
		Matcher words = WORDS.matcher(line.strip());
		String[] cells = new String[COLUMNS];
		for (int i = 0; i < COLUMNS; i++) {
			cells[i] = words.matches() ? words.group(i + 1) : "";
		}
		return cells;
	}

	private List<String> lines() {
		return rows.stream().map(row -> String.join(" ", row).strip()).toList();
	}

	void store(ILaunchConfigurationWorkingCopy configuration) {
		List<String> lines = lines();
		configuration.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, lines.isEmpty() ? null : lines);
	}
}
