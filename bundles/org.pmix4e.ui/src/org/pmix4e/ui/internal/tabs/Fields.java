// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import org.eclipse.debug.ui.StringVariableSelectionDialog;
import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.layout.PixelConverter;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Group;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.pmix4e.ui.access.AccessibleNames;

/** Creates the usual controls of a tab. */
final class Fields {
	private Fields() {
	}

	static Group group(Composite parent, String title, int columns) {
		Group group = new Group(parent, SWT.NONE);
		group.setText(title);
		GridLayoutFactory.swtDefaults().numColumns(columns).applyTo(group);
		GridDataFactory.fillDefaults().grab(true, false).applyTo(group);
		return group;
	}

	static Label label(Composite parent, String title) {
		Label label = new Label(parent, SWT.NONE);
		label.setText(title);
		return label;
	}

	/** Creates a text field behind its label. */
	static Text text(Composite parent, String title, String hint) {
		label(parent, title);
		Text text = new Text(parent, SWT.SINGLE | SWT.BORDER);
		text.setMessage(hint);
		AccessibleNames.set(text, title);
		GridDataFactory.fillDefaults().grab(true, false).align(SWT.FILL, SWT.CENTER).hint(120, SWT.DEFAULT).applyTo(text);
		return text;
	}

	static Button button(Composite parent, String title, Runnable action) {
		Button button = new Button(parent, SWT.PUSH);
		button.setText(title);
		button.addListener(SWT.Selection, event -> action.run());
		int width = new PixelConverter(button).convertHorizontalDLUsToPixels(IDialogConstants.BUTTON_WIDTH);
		GridDataFactory.fillDefaults().hint(Math.max(width, button.computeSize(SWT.DEFAULT, SWT.DEFAULT).x), SWT.DEFAULT).applyTo(button);
		return button;
	}

	static void insertVariable(Text text) {
		StringVariableSelectionDialog dialog = new StringVariableSelectionDialog(text.getShell());
		if (AccessibleNames.open(dialog) == Window.OK) {
			text.insert(dialog.getVariableExpression());
		}
	}
}
