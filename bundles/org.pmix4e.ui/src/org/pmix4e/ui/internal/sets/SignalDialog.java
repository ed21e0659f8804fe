// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.Locale;

import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.dialogs.ElementListSelectionDialog;
import org.eclipse.ui.dialogs.FilteredList;

/** Lets the user choose a signal by any part of its name, with or without SIG, or by its number. */
final class SignalDialog extends ElementListSelectionDialog {
	SignalDialog(Shell parent) {
		super(parent, new LabelProvider());
	}

	@Override
	protected FilteredList createFilteredList(Composite parent) {
		FilteredList list = super.createFilteredList(parent);
		list.setFilterMatcher(new FilteredList.FilterMatcher() {
			private String part = "";

			@Override
			public void setFilter(String pattern, boolean ignoreCase, boolean ignoreWildCards) {
				part = pattern.strip().toUpperCase(Locale.ROOT);
			}

			@Override
			public boolean match(Object element) {
				return element.toString().contains(part);
			}
		});
		return list;
	}
}
