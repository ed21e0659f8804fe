// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.elements;

import org.eclipse.core.runtime.Adapters;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableColumn;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.dialogs.PropertyPage;
import org.eclipse.ui.views.properties.IPropertyDescriptor;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.CopiedText;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;

/** The page of the dialog Properties that shows a job, a rank or another element of the job model. Created by the workbench. */
public final class ElementPropertyPage extends PropertyPage {
	private static final int NAME_WIDTH = 160;
	private static final int VALUE_WIDTH = 380;

	/** For the workbench. */
	public ElementPropertyPage() {
		noDefaultAndApplyButton();
	}

	@Override
	protected Control createContents(Composite parent) {
		Table table = new Table(parent, SWT.BORDER | SWT.FULL_SELECTION | SWT.MULTI);
		table.setHeaderVisible(true);
		AccessibleNames.set(table, Messages.properties_table);
		CopiedText.addMenu(table);
		addColumn(table, Messages.properties_name, NAME_WIDTH);
		addColumn(table, Messages.properties_value, VALUE_WIDTH);
		JobElement element = Adapters.adapt(getElement(), JobElement.class);
		if (element != null) {
			ElementProperties properties = new ElementProperties(element);
			for (IPropertyDescriptor descriptor : properties.getPropertyDescriptors()) {
				@Nullable
				Object value = properties.getPropertyValue(descriptor.getId());
				new TableItem(table, SWT.NONE).setText(new String[] { descriptor.getDisplayName(), String.valueOf(value) });
			}
		}
		GridDataFactory.fillDefaults().grab(true, true).hint(NAME_WIDTH + VALUE_WIDTH, SWT.DEFAULT).applyTo(table);
		PlatformUI.getWorkbench().getHelpSystem().setHelp(table, PmixUi.HELP_JOBS);
		return table;
	}

	/**
	 * Adds a column to a table.
	 *
	 * @param table receives it
	 * @param title of the column
	 * @param width in pixels
	 */
	public static void addColumn(Table table, String title, int width) {
		TableColumn column = new TableColumn(table, SWT.LEFT);
		column.setText(title);
		column.setWidth(width);
	}
}
