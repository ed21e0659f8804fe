// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.output;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.action.Separator;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.widgets.Event;
import org.pmix4e.ui.internal.CopiedText;
import org.pmix4e.ui.internal.Messages;

/**
 * The context menu of the lines of output: copies them, and limits the view to the rank of a line. Owned by the view, on the thread of the
 * user interface.
 */
final class OutputMenu {
	private final OutputText lines;
	private final Supplier<String> filter;
	private final Consumer<String> setFilter;
	/** The rank of the line under the pointer, or of that of the caret if the menu was opened by a key. */
	private Optional<OutputLine> line = Optional.empty();

	/**
	 * @param lines     the lines of the view
	 * @param filter    returns the text of the filter
	 * @param setFilter changes it
	 */
	OutputMenu(OutputText lines, Supplier<String> filter, Consumer<String> setFilter) {
		this.lines = lines;
		this.filter = filter;
		this.setFilter = setFilter;
		StyledText text = lines.control();
		text.addListener(SWT.MenuDetect, this::remember);
		MenuManager menu = new MenuManager();
		menu.setRemoveAllWhenShown(true);
		menu.addMenuListener(this::fill);
		text.setMenu(menu.createContextMenu(text));
		text.addListener(SWT.Dispose, event -> menu.dispose());
	}

	private void remember(Event event) {
		StyledText text = lines.control();
		boolean isByKey = event.detail == SWT.MENU_KEYBOARD;
		int index = isByKey ? text.getLineAtOffset(text.getCaretOffset()) : text.getLineIndex(text.toControl(event.x, event.y).y);
		line = lines.line(index).filter(found -> found.rank() >= 0);
	}

	private void fill(IMenuManager menu) {
		IAction copy = action(Messages.outputView_copy, lines.control()::copy);
		copy.setEnabled(lines.control().getSelectionCount() > 0);
		menu.add(copy);
		IAction copyRanks = action(Messages.outputView_copyRanks, this::copyWithRanks);
		copyRanks.setEnabled(lines.size() > 0);
		menu.add(copyRanks);
		menu.add(new Separator());
		line.ifPresent(of -> {
			menu.add(action(NLS.bind(Messages.outputView_only, of.rank()), () -> setFilter.accept(OutputFilter.ofRank(of))));
			menu.add(action(NLS.bind(Messages.outputView_hide, of.rank()),
					() -> setFilter.accept(OutputFilter.without(filter.get(), of.rank()))));
		});
		IAction all = action(Messages.outputView_all, () -> setFilter.accept(""));
		all.setEnabled(!filter.get().isBlank());
		menu.add(all);
	}

	private static IAction action(String label, Runnable work) {
		return new Action(label) {
			@Override
			public void run() {
				work.run();
			}
		};
	}

	private void copyWithRanks() {
		CopiedText.set(lines.selectedWithRanks());
	}
}
