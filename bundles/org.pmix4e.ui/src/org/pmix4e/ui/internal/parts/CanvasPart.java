// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.parts;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.action.Separator;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.custom.CTabItem;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Table;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.jspecify.annotations.Nullable;
import org.pmix4e.ui.internal.MenuKeys;
import org.pmix4e.ui.internal.MenuPlace;

/**
 * A view of one job with two tabs: a picture, and a table that screen readers can read. Both have the context menu of the view. Created
 * by the workbench, on its thread.
 */
public abstract class CanvasPart extends JobPart {
	private final List<Control> parts = new ArrayList<>();
	private @Nullable CTabFolder tabs;

	/** For subclasses. */
	protected CanvasPart() {
	}

	/**
	 * Creates the folder of the tabs.
	 *
	 * @param parent of the controls of the view
	 * @return the parent of the controls of the tabs
	 */
	protected final CTabFolder createTabs(Composite parent) {
		CTabFolder folder = new CTabFolder(parent, SWT.BOTTOM | SWT.FLAT);
		tabs = folder;
		return folder;
	}

	/**
	 * Adds a tab. The first one, the picture, is selected.
	 *
	 * @param folder from {@link #createTabs}
	 * @param title  of the tab
	 * @param shown  the control that fills the tab
	 * @param part   that control, or the one in it that the user works with
	 */
	protected final void addTab(CTabFolder folder, String title, Control shown, Control part) {
		CTabItem tab = new CTabItem(folder, SWT.NONE);
		tab.setText(title);
		tab.setControl(shown);
		parts.add(part);
		addMenu(part);
		folder.setSelection(0);
	}

	/** Adds the context menu, which the workbench fills with what is declared for the view. */
	private void addMenu(Control part) {
		MenuManager menu = new MenuManager();
		menu.add(new Separator(IWorkbenchActionConstants.MB_ADDITIONS));
		part.setMenu(menu.createContextMenu(part));
		MenuKeys.show(part.getMenu());
		if (part instanceof Table) {
			MenuPlace.follow(part); // a picture does so itself
		}
		getSite().registerContextMenu(menu, getSite().getSelectionProvider());
	}

	/** @return the picture and the table, in the order of their tabs; empty before the workbench has made the view */
	public final List<Control> parts() {
		return List.copyOf(parts);
	}

	@Override
	public void setFocus() {
		if (tabs != null) {
			(tabs.getSelectionIndex() == 0 ? parts.get(0) : tabs).setFocus();
		}
	}
}
