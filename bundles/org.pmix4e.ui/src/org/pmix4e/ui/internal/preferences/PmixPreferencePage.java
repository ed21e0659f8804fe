// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.preferences;

import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.jface.preference.ComboFieldEditor;
import org.eclipse.jface.preference.FieldEditorPreferencePage;
import org.eclipse.jface.preference.IntegerFieldEditor;
import org.eclipse.jface.preference.StringFieldEditor;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchPreferencePage;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.preferences.ScopedPreferenceStore;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.RankSet;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;

/** The preference page Run/Debug > PMIx. Created by the workbench, on its thread. */
public final class PmixPreferencePage extends FieldEditorPreferencePage implements IWorkbenchPreferencePage {

	/** For the workbench. */
	public PmixPreferencePage() {
		super(GRID);
		setDescription(Messages.preferences_description);
		PmixPreferences.defaults();
		setPreferenceStore(new ScopedPreferenceStore(InstanceScope.INSTANCE, PmixPreferences.NODE));
	}

	@Override
	public void init(IWorkbench workbench) {
		// the page does not need the workbench
	}

	@Override
	public void createControl(Composite parent) {
		super.createControl(parent);
		AccessibleNames.setFromLabels((Composite) getControl());
		PlatformUI.getWorkbench().getHelpSystem().setHelp(getControl(), PmixUi.HELP_PREFERENCES);
	}

	@Override
	protected void createFieldEditors() {
		addNumber(PmixPreferences.RANKS, Messages.preferences_ranks, 1, PmixPreferences.MAX_RANKS);
		addField(new ComboFieldEditor(PmixPreferences.TAG, Messages.preferences_tag,
				new String[][] { { Messages.output_tagNone, PmixLaunchConstants.TAG_NONE }, { Messages.output_tagRank, PmixLaunchConstants.TAG_RANK },
						{ Messages.output_tagJob, PmixLaunchConstants.TAG_JOB }, { Messages.output_tagDetailed, PmixLaunchConstants.TAG_DETAILED } },
				getFieldEditorParent()));
		addField(new ComboFieldEditor(PmixPreferences.OVERSUBSCRIPTION, Messages.preferences_oversubscription,
				new String[][] { { Messages.preferences_oversubscriptionHost, "" },
						{ Messages.preferences_oversubscriptionAllow, PmixPreferences.OVERSUBSCRIBE_ALLOW },
						{ Messages.preferences_oversubscriptionRefuse, PmixPreferences.OVERSUBSCRIBE_REFUSE } },
				getFieldEditorParent()));
		addField(new RanksField(getFieldEditorParent()));
		addNumber(PmixPreferences.OUTPUT_MEGABYTES, Messages.preferences_output, 1, PmixPreferences.MAX_OUTPUT_MEGABYTES);
		addNumber(PmixPreferences.LOG_MEGABYTES, Messages.preferences_log, 0, PmixPreferences.MAX_LOG_MEGABYTES);
		addNumber(PmixPreferences.KILL_TIMEOUT, Messages.preferences_killTimeout, 0, Integer.MAX_VALUE);
	}

	private void addNumber(String name, String label, int least, int most) {
		addField(new NumberField(getFieldEditorParent(), name, label, least, most));
	}

	/** A number, whose error names it: the page has several, and the message is far from the field. */
	private static final class NumberField extends IntegerFieldEditor {
		NumberField(Composite parent, String name, String label, int least, int most) {
			super(name, label, parent);
			setValidRange(least, most);
			setErrorMessage(NLS.bind(Messages.preferences_numberWrong, new Object[] { label.replace("&", ""), least, most }));
			getTextControl(parent).addListener(SWT.Modify, event -> valueChanged()); // also when text is pasted with the mouse
		}
	}

	/** Ranks as the tab PMIx takes them. */
	private static final class RanksField extends StringFieldEditor {
		RanksField(Composite parent) {
			super(PmixPreferences.DEBUG_RANKS, Messages.preferences_debugRanks, parent);
			setErrorMessage(Messages.preferences_debugRanksWrong);
			getTextControl(parent).addListener(SWT.Modify, event -> valueChanged()); // also when text is pasted with the mouse
		}

		@Override
		protected boolean doCheckState() {
			return RankSet.parse(getStringValue()).isPresent();
		}
	}
}
