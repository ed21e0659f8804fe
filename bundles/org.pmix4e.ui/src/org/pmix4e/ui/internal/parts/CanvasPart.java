// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.parts;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.custom.CTabItem;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.jspecify.annotations.Nullable;

/** A view of one job with two tabs: a picture, and a table that screen readers can read. Created by the workbench, on its thread. */
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
		folder.setSelection(0);
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
