// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.elements;

import java.util.List;
import java.util.concurrent.CompletionException;

import org.eclipse.core.runtime.Adapters;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.dialogs.PropertyPage;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.KeyValue;
import org.pmix4e.core.model.KeyValueSource;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.CopiedText;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;

/**
 * The page of the dialog Properties that lists what the server of a job or rank knows of it. Asks the server when it is shown, without
 * waiting for the answer. Created by the workbench.
 */
public final class KeyValuesPage extends PropertyPage {
	/** So many rows are created without a noticeable pause. */
	private static final int MOST = 1000;
	private static final int KEY_WIDTH = 210;
	private static final int VALUE_WIDTH = 260;
	private static final int REALM_WIDTH = 130;

	/** For the workbench. */
	public KeyValuesPage() {
		noDefaultAndApplyButton();
	}

	@Override
	protected Control createContents(Composite parent) {
		Composite page = new Composite(parent, SWT.NONE);
		GridLayoutFactory.fillDefaults().applyTo(page);
		Label note = new Label(page, SWT.WRAP);
		GridDataFactory.fillDefaults().grab(true, false).hint(KEY_WIDTH + VALUE_WIDTH, SWT.DEFAULT).applyTo(note);
		Table table = new Table(page, SWT.BORDER | SWT.FULL_SELECTION | SWT.MULTI);
		table.setHeaderVisible(true);
		AccessibleNames.set(table, Messages.keyValues_table);
		CopiedText.addMenu(table);
		ElementPropertyPage.addColumn(table, Messages.keyValues_key, KEY_WIDTH);
		ElementPropertyPage.addColumn(table, Messages.properties_value, VALUE_WIDTH);
		ElementPropertyPage.addColumn(table, Messages.keyValues_realm, REALM_WIDTH);
		GridDataFactory.fillDefaults().grab(true, true).hint(KEY_WIDTH + VALUE_WIDTH + REALM_WIDTH, SWT.DEFAULT).applyTo(table);
		PlatformUI.getWorkbench().getHelpSystem().setHelp(table, PmixUi.HELP_JOBS);
		if (Adapters.adapt(getElement(), JobElement.class) instanceof KeyValueSource source) {
			note.setText(Messages.keyValues_asking);
			source.keyValues(MOST + 1).whenComplete((values, problem) -> show(note, table, values, problem));
		}
		return page;
	}

	private static void show(Label note, Table table, @Nullable List<KeyValue> values, @Nullable Throwable problem) {
		PlatformUI.getWorkbench().getDisplay().asyncExec(() -> {
			if (table.isDisposed()) {
				return;
			}
			if (values != null) {
				values.stream().limit(MOST).forEach(value -> new TableItem(table, SWT.NONE).setText(row(value)));
				note.setText(values.size() > MOST ? NLS.bind(Messages.keyValues_more, MOST) : Messages.keyValues_all);
			} else if (problem != null) {
				note.setText(NLS.bind(Messages.keyValues_none, cause(problem)));
			}
			note.getParent().layout();
		});
	}

	private static String[] row(KeyValue value) {
		return new String[] { value.key(), value.value(), value.realm() };
	}

	private static String cause(Throwable problem) {
		Throwable cause = problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
		return cause.getMessage() == null ? cause.toString() : cause.getMessage();
	}
}
