// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.jface.preference.PreferenceDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.dap.NativePreferences;

/** Tests the page Window > Preferences > Run/Debug > PMIx. */
class PreferencesTest extends UserTest {

	@Test
	void ranks_changedOnPage_areUsedForNextConfiguration() {
		PmixPreferences.rememberRanks(4);
		Ui.start(() -> {
			PreferenceDialog dialog = PreferencesUtil.createPreferenceDialogOn(Workbench.window().getShell(), "org.pmix4e.ui.preferences", null,
					null);
			dialog.open();
		});
		Shell shell = Ui.awaitShell("Preferences");
		Text ranks = Ui.get(() -> Widgets.labelled(shell, "Ranks of a new configuration (follows the last launch):", Text.class));
		String shown = Ui.get(ranks::getText);
		assertThat(shown).isEqualTo("4");
		Ui.run(() -> ranks.setText("3"));
		Text debugged = Ui.get(() -> Widgets.labelled(shell, "Ranks that Debug As debugs (empty: all, of many the first):", Text.class));
		Ui.run(() -> debugged.setText("0,x"));
		Ui.await("a message", () -> Widgets.all(shell, Text.class).stream()
				.anyMatch(text -> text.getText().contains("The ranks to debug must be all or a list such as 0,3-5.")));
		assertThat(Ui.<Boolean>get(() -> Widgets.button(shell, "Apply and Close").isEnabled())).isFalse();
		Ui.run(() -> debugged.setText("0,2"));
		Ui.run(() -> {
			Combo oversubscription = Widgets.labelled(shell, "More ranks than slots:", Combo.class);
			oversubscription.select(oversubscription.indexOf("Refused"));
			Ui.notify(oversubscription, SWT.Selection);
		});
		Pictures.window(shell, "preferences-light");
		Ui.start(() -> Ui.press(Widgets.button(shell, "Apply and Close")));
		Ui.await("the end of the dialog", shell::isDisposed);
		assertThat(PmixPreferences.ranks()).isEqualTo(3);
		assertThat(PmixPreferences.debugRanks()).isEqualTo("0,2");
		assertThat(PmixPreferences.oversubscription()).isEqualTo(PmixPreferences.OVERSUBSCRIBE_REFUSE);
		IEclipsePreferences stored = InstanceScope.INSTANCE.getNode(PmixPreferences.NODE);
		stored.remove(PmixPreferences.DEBUG_RANKS);
		stored.remove(PmixPreferences.OVERSUBSCRIPTION);
	}

	@ParameterizedTest
	@CsvSource({ "Ranks of a new configuration (follows the last launch):,0", "Output kept for each job (MB):,x",
			"'Time from TERM to KILL (seconds, 0 for 2, and 5 for Java):',-1" })
	void wrongNumber_isNamedByItsField(String label, String wrong) {
		Ui.start(() -> {
			Shell parent = Workbench.window().getShell();
			PreferencesUtil.createPreferenceDialogOn(parent, "org.pmix4e.ui.preferences", null, null).open();
		});
		Shell shell = Ui.awaitShell("Preferences");
		Ui.run(() -> Widgets.labelled(shell, label, Text.class).setText(wrong));
		Ui.await("the name of the field", () -> Widgets.all(shell, Text.class).stream()
				.anyMatch(text -> text.getText().matches("\\Q" + label + "\\E enter a number from [01] to \\d+\\.")));
		Ui.start(shell::close);
		Ui.await("the end of the dialog", shell::isDisposed);
	}

	@Test
	void adapter_enteredOnPage_isUsedForNextLaunch() {
		Ui.start(() -> {
			Shell parent = Workbench.window().getShell();
			PreferencesUtil.createPreferenceDialogOn(parent, "org.pmix4e.dap.ui.preferences", null, null).open();
		});
		Shell shell = Ui.awaitShell("Preferences");
		Text adapter = Ui.get(() -> Widgets.labelled(shell, "Debug adapter:", Text.class));
		for (String wrong : List.of("/no/such/gdb -i=dap", "/etc/passwd", "gdb")) {
			Ui.run(() -> adapter.setText(wrong));
			String problem = wrong.split(" ", 2)[0] + " is not an executable file: enter an absolute path or nothing.";
			Ui.await(problem, () -> Widgets.all(shell, Text.class).stream().anyMatch(text -> text.getText().contains(problem)));
			assertThat(Ui.<Boolean>get(() -> Widgets.button(shell, "Apply and Close").isEnabled())).isFalse();
		}
		assertThat(Ui.<Boolean>get(() -> Widgets.button(shell, "Browse...").isEnabled())).isTrue();
		Pictures.window(shell, "preferences-native-wrong-light");
		Ui.run(() -> adapter.setText(" /bin/sh -i=dap"));
		Pictures.window(shell, "preferences-native-light");
		Ui.start(() -> Ui.press(Widgets.button(shell, "Apply and Close")));
		Ui.await("the end of the dialog", shell::isDisposed);
		assertThat(NativePreferences.adapter()).isEqualTo("/bin/sh -i=dap");
		InstanceScope.INSTANCE.getNode(NativePreferences.NODE).remove(NativePreferences.ADAPTER);
	}
}
