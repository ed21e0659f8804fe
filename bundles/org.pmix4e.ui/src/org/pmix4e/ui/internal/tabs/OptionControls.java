// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Spinner;
import org.eclipse.swt.widgets.Text;
import org.pmix4e.ui.access.AccessibleNames;

/**
 * The controls of a tab for options, each bound to its attribute, in groups of two columns. A default is not stored, because it may
 * change. Owned by the tab, on the thread of the user interface.
 */
final class OptionControls {
	private final JobTab tab;
	private final List<OptionField> fields = new ArrayList<>();

	OptionControls(JobTab tab) {
		this.tab = tab;
	}

	/** A control that shows an attribute. */
	interface OptionField {
		String attribute();

		void show(ILaunchConfiguration configuration);

		void store(ILaunchConfigurationWorkingCopy configuration);
	}

	private record Flag(String attribute, Button button) implements OptionField {
		@Override
		public void show(ILaunchConfiguration configuration) {
			button.setSelection(JobTab.read(() -> configuration.getAttribute(attribute, false), false));
		}

		@Override
		public void store(ILaunchConfigurationWorkingCopy configuration) {
			if (button.getSelection()) {
				configuration.setAttribute(attribute, true);
			} else {
				configuration.removeAttribute(attribute);
			}
		}
	}

	private record Number(String attribute, Spinner spinner) implements OptionField {
		@Override
		public void show(ILaunchConfiguration configuration) {
			spinner.setSelection(JobTab.read(() -> configuration.getAttribute(attribute, 0), 0));
		}

		@Override
		public void store(ILaunchConfigurationWorkingCopy configuration) {
			if (spinner.getSelection() == 0) {
				configuration.removeAttribute(attribute);
			} else {
				configuration.setAttribute(attribute, spinner.getSelection());
			}
		}
	}

	private record Words(String attribute, Text text) implements OptionField {
		@Override
		public void show(ILaunchConfiguration configuration) {
			JobTab.show(text, JobTab.read(() -> configuration.getAttribute(attribute, ""), ""));
		}

		@Override
		public void store(ILaunchConfigurationWorkingCopy configuration) {
			String value = text.getText().strip();
			configuration.setAttribute(attribute, value.isEmpty() ? null : value);
		}
	}

	private record Choice(String attribute, Combo combo, String otherwise, List<String> values, List<String> titles) implements OptionField {
		@Override
		public void show(ILaunchConfiguration configuration) {
			String value = JobTab.read(() -> configuration.getAttribute(attribute, otherwise), otherwise);
			int index = values.indexOf(value);
			String shown = index < 0 ? value : titles.get(index);
			if (!combo.getText().equals(shown)) {
				combo.setText(shown);
			}
		}

		@Override
		public void store(ILaunchConfigurationWorkingCopy configuration) {
			String shown = combo.getText().strip();
			int index = titles.indexOf(shown);
			String value = index < 0 ? shown : values.get(index);
			configuration.setAttribute(attribute, value.isEmpty() || value.equals(otherwise) ? null : value);
		}
	}

	Set<String> attributes() {
		Set<String> attributes = new LinkedHashSet<>();
		fields.forEach(field -> attributes.add(field.attribute()));
		return attributes;
	}

	void show(ILaunchConfiguration configuration) {
		fields.forEach(field -> field.show(configuration));
	}

	void store(ILaunchConfigurationWorkingCopy configuration) {
		fields.forEach(field -> field.store(configuration));
	}

	/** Creates a check box that fills a row. */
	void flag(Composite parent, String attribute, String label, String help) {
		Button button = new Button(parent, SWT.CHECK);
		button.setText(label);
		GridDataFactory.fillDefaults().span(2, 1).applyTo(button);
		add(new Flag(attribute, button), button, SWT.Selection, help);
	}

	/** Creates a number behind its label; 0 stands for the default. */
	void number(Composite parent, String attribute, String label, String help) {
		Fields.label(parent, label);
		Spinner spinner = new Spinner(parent, SWT.BORDER);
		spinner.setValues(0, 0, Integer.MAX_VALUE, 0, 1, 60);
		AccessibleNames.set(spinner, label);
		GridDataFactory.swtDefaults().hint(90, SWT.DEFAULT).applyTo(spinner);
		add(new Number(attribute, spinner), spinner, SWT.Modify, help);
	}

	/** Creates a text field behind its label. */
	Text text(Composite parent, String attribute, String label, String hint, String help) {
		Text text = Fields.text(parent, label, hint);
		add(new Words(attribute, text), text, SWT.Modify, help);
		return text;
	}

	/** Creates a combo behind its label. The user may type other values. The titles belong to the values; otherwise is the default. */
	void choice(Composite parent, String attribute, String label, String otherwise, List<String> values, List<String> titles, String help) {
		Fields.label(parent, label);
		Combo combo = new Combo(parent, SWT.DROP_DOWN);
		AccessibleNames.set(combo, label);
		combo.setItems(titles.toArray(String[]::new));
		GridDataFactory.fillDefaults().grab(true, false).applyTo(combo);
		add(new Choice(attribute, combo, otherwise, values, titles), combo, SWT.Modify, help);
	}

	/** Adds a field with its own controls, which report changes to the tab. */
	void add(OptionField field) {
		fields.add(field);
	}

	private void add(OptionField field, Control control, int event, String help) {
		control.setToolTipText(help);
		tab.track(control, event);
		fields.add(field);
	}
}
