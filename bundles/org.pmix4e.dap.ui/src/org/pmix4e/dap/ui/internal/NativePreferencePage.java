// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.ui.internal;

import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.jface.preference.FieldEditorPreferencePage;
import org.eclipse.jface.preference.StringButtonFieldEditor;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchPreferencePage;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.preferences.ScopedPreferenceStore;
import org.jspecify.annotations.Nullable;
import org.pmix4e.dap.NativePreferences;
import org.pmix4e.ui.access.AccessibleNames;

/** The preference page Run/Debug > PMIx > Native Debuggers. Created by the workbench, on its thread. */
public final class NativePreferencePage extends FieldEditorPreferencePage implements IWorkbenchPreferencePage {
	/** The help of the page PMIx, which describes this page, too. */
	private static final String HELP = "org.pmix4e.ui.preferences";

	/** For the workbench. */
	public NativePreferencePage() {
		super(GRID);
		setDescription(Messages.preferences_description);
		setPreferenceStore(new ScopedPreferenceStore(InstanceScope.INSTANCE, NativePreferences.NODE));
	}

	@Override
	public void init(IWorkbench workbench) {
		// the page does not need the workbench
	}

	@Override
	public void createControl(Composite parent) {
		super.createControl(parent);
		AccessibleNames.setFromLabels((Composite) getControl());
		PlatformUI.getWorkbench().getHelpSystem().setHelp(getControl(), HELP);
	}

	@Override
	protected void createFieldEditors() {
		addField(new AdapterField(getFieldEditorParent()));
	}

	/** The command line of a debug adapter, which must exist, or nothing. */
	private static final class AdapterField extends StringButtonFieldEditor {
		AdapterField(Composite parent) {
			super(NativePreferences.ADAPTER, Messages.preferences_adapter, parent);
			setChangeButtonText(Messages.preferences_browse);
			getTextControl(parent).addListener(SWT.Modify, event -> valueChanged()); // also when text is pasted with the mouse
		}

		/** Lets the user choose the program; quoted if its path has spaces. */
		@Override
		protected @Nullable String changePressed() {
			FileDialog dialog = new FileDialog(getShell(), SWT.OPEN | SWT.SHEET);
			dialog.setText(Messages.preferences_chooseAdapter);
			String chosen = dialog.open();
			return chosen == null || !chosen.contains(" ") ? chosen : '"' + chosen + '"';
		}

		@Override
		protected boolean doCheckState() {
			String[] words = DebugPlugin.parseArguments(getStringValue().strip());
			setErrorMessage(words.length == 0 ? "" : NLS.bind(Messages.preferences_noAdapter, words[0]));
			return words.length == 0 || NativePreferences.isAdapter(getStringValue());
		}
	}
}
