// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.ui.internal;

import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.jface.preference.FieldEditorPreferencePage;
import org.eclipse.jface.preference.StringFieldEditor;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchPreferencePage;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.preferences.ScopedPreferenceStore;
import org.pmix4e.dap.NativePreferences;

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
		PlatformUI.getWorkbench().getHelpSystem().setHelp(getControl(), HELP);
	}

	@Override
	protected void createFieldEditors() {
		addField(new StringFieldEditor(NativePreferences.ADAPTER, Messages.preferences_adapter, getFieldEditorParent()));
	}
}
