// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.access;

import java.util.stream.Stream;

import org.eclipse.jface.window.Window;
import org.eclipse.swt.SWT;
import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.accessibility.Accessible;
import org.eclipse.swt.accessibility.AccessibleAdapter;
import org.eclipse.swt.accessibility.AccessibleEvent;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Group;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.List;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Spinner;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.Tree;
import org.jspecify.annotations.Nullable;

/**
 * Names controls for screen readers. SWT asks the listeners of a control for its name only if it draws the control itself; of a control of
 * GTK, such as a text, spinner, combo, table or tree, it passes on nothing but the relation to a label. Its own labels have no name in that
 * relation. So each control gets both: a listener, and an invisible label with the name. Called on the thread of the user interface.
 */
public final class AccessibleNames {
	private static final String KEY = AccessibleNames.class.getName();

	private AccessibleNames() {
	}

	/** The name of one control. Owned by the control, which ends it. */
	private static final class Name extends AccessibleAdapter {
		private String text = "";

		Name(Control control) {
			Accessible label = new Accessible(drawn(control).getAccessible());
			label.addAccessibleListener(this);
			control.getAccessible().addAccessibleListener(this);
			control.getAccessible().addRelation(ACC.RELATION_LABELLED_BY, label);
			control.addListener(SWT.Dispose, event -> label.dispose());
			control.setData(KEY, this);
		}

		/** Returns the nearest parent that SWT draws itself; only those can have an invisible label. */
		private static Composite drawn(Control control) {
			Composite parent = control.getParent();
			while (parent.getClass() != Composite.class && !(parent instanceof Shell)) {
				parent = parent.getParent();
			}
			return parent;
		}

		@Override
		public void getName(AccessibleEvent event) {
			if (event.childID == ACC.CHILDID_SELF) {
				event.result = text;
			}
		}
	}

	/**
	 * Names a control, or changes its name.
	 *
	 * @param control the control
	 * @param label   the text of its label; a mnemonic and a colon are not part of the name
	 */
	public static void set(Control control, String label) {
		Name name = control.getData(KEY) instanceof Name known ? known : new Name(control);
		name.text = label.replace("&", "").replaceFirst(":$", "");
	}

	/**
	 * Names the fields, tables and trees that have no name yet by the text that stands before them: a label, the title of a group, or the
	 * text of a radio button or check box. Text that the user cannot change needs none, as it is read itself.
	 *
	 * @param area holds them, at any depth
	 */
	public static void setFromLabels(Composite area) {
		setFromLabels(area, null);
	}

	private static @Nullable String setFromLabels(Composite area, @Nullable String before) {
		String label = before;
		for (Control child : area.getChildren()) {
			if (isField(child)) {
				if (label != null && child.getData(KEY) == null) {
					set(child, label);
				}
			} else if (child instanceof Group group) {
				setFromLabels(group, group.getText());
			} else if (child instanceof Composite composite) {
				label = setFromLabels(composite, label);
			} else {
				String text = child instanceof Label other ? other.getText()
						: child instanceof Button button && (button.getStyle() & (SWT.RADIO | SWT.CHECK)) != 0 ? button.getText() : "";
				label = text.isBlank() ? label : text;
			}
		}
		return label;
	}

	private static boolean isField(Control control) {
		return Stream.of(Text.class, Combo.class, Spinner.class, List.class, Table.class, Tree.class).anyMatch(type -> type.isInstance(control))
				&& (!(control instanceof Text) || (control.getStyle() & SWT.READ_ONLY) == 0);
	}

	/**
	 * Opens a dialog of the platform whose fields have the names of their labels.
	 *
	 * @param dialog the dialog
	 * @return its return code
	 */
	public static int open(Window dialog) {
		dialog.create();
		setFromLabels(dialog.getShell());
		return dialog.open();
	}
}
