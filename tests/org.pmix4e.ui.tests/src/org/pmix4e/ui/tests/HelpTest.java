// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.eclipse.help.HelpSystem;
import org.eclipse.help.IContext;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.cheatsheets.OpenCheatSheetAction;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.eclipse.ui.forms.widgets.ExpandableComposite;
import org.eclipse.ui.forms.widgets.FormText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4e.ui.internal.PmixUi;

/** Tests Help > Cheat Sheets and the help contexts of F1. */
class HelpTest extends UserTest {
	private static final String HELP_VIEW = "org.eclipse.help.ui.HelpView";
	private static final String CHEAT_SHEET_VIEW = "org.eclipse.ui.cheatsheets.views.CheatSheetView";

	/** All in one test, since a workbench takes long to be opened for each. */
	@Test
	void contexts_ofAllParts_haveTextAndTopics() {
		List<String> parts = List.of(PmixUi.HELP_MAIN, PmixUi.HELP_WHERE, PmixUi.HELP_PLACEMENT, PmixUi.HELP_STREAMS, PmixUi.HELP_PMIX,
				PmixUi.HELP_JOBS, PmixUi.HELP_MAP, PmixUi.HELP_OUTPUT, PmixUi.HELP_EVENTS, PmixUi.HELP_STACKS, PmixUi.HELP_CONSOLE,
				PmixUi.HELP_BREAKPOINT, PmixUi.HELP_PREFERENCES);

		assertThat(parts).allSatisfy(id -> {
			IContext context = HelpSystem.getContext(id);
			assertThat(context.getText()).isNotBlank();
			assertThat(context.getRelatedTopics()).isNotEmpty();
		});
	}

	@Test
	void jobsView_hasAHelpContext() {
		JobsViewTester.show();

		Ui.await("help of the view", () -> {
			IViewPart view = Workbench.window().getActivePage().findView(PmixUi.VIEW_JOBS);
			Control focus = Ui.display().getFocusControl();
			for (Control control = focus; view != null && control != null; control = control.getParent()) {
				if (PmixUi.HELP_JOBS.equals(control.getData("org.eclipse.ui.help"))) {
					return true;
				}
			}
			return false;
		});
	}

	@Test
	void f1_showsTheHelpOfTheView() {
		JobsViewTester.show();
		Keys.press("F1");

		Ui.await("the help of the view", () -> Workbench.window().getActivePage().findView(HELP_VIEW) != null);
		Ui.run(() -> Workbench.window().getActivePage().hideView(Workbench.window().getActivePage().findView(HELP_VIEW)));
	}

	@Test
	void tabs_ofLaunchDialog_haveTheirHelpContexts() {
		Map<String, String> helps = Map.of("Main", PmixUi.HELP_MAIN, "Where", PmixUi.HELP_WHERE, "Placement", PmixUi.HELP_PLACEMENT,
				"Output and Input", PmixUi.HELP_STREAMS, "PMIx", PmixUi.HELP_PMIX);
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("helped");
		try {
			helps.forEach((tab, help) -> {
				dialog.tab(tab).focusTab();
				Ui.await("the focus in a control with " + help, () -> help.equals(helpOfFocus()));
			});
		} finally {
			dialog.close();
		}
	}

	@ParameterizedTest
	@CsvSource({ "Main," + PmixUi.HELP_MAIN, "Placement," + PmixUi.HELP_PLACEMENT, "Output and Input," + PmixUi.HELP_STREAMS,
			"PMIx," + PmixUi.HELP_PMIX })
	void f1_inTabOfLaunchDialog_showsItsHelp(String tab, String help) {
		LaunchDialogTester dialog = LaunchDialogTester.open().newJob().name("helped").tab(tab);
		try {
			dialog.focusTab();
			Keys.press("F1");
			awaitHelp(dialog.shell(), help);
			Pictures.window(dialog.shell(), "help-tray-" + tab.split(" ")[0].toLowerCase(Locale.ROOT) + "-light");
		} finally {
			dialog.close();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "org.pmix4e.ui.preferences", "org.pmix4e.dap.ui.preferences" })
	void f1_onPreferencePage_showsItsHelp(String page) {
		Ui.start(() -> PreferencesUtil.createPreferenceDialogOn(Workbench.window().getShell(), page, null, null).open());
		Shell dialog = Ui.awaitShell("Preferences");
		try {
			Ui.run(() -> Widgets.all(dialog, Text.class).getLast().setFocus());
			Keys.press("F1");
			awaitHelp(dialog, PmixUi.HELP_PREFERENCES);
			Pictures.window(dialog, "help-tray-" + page + "-light");
		} finally {
			Ui.run(dialog::close);
		}
	}

	/** Waits for the text of a context in the help beside a dialog. */
	private static void awaitHelp(Shell dialog, String help) {
		String text = HelpSystem.getContext(help).getText();
		Ui.await(() -> text + " in " + shown(dialog), () -> shown(dialog).stream().anyMatch(shown -> shown.contains(text)));
	}

	private static List<String> shown(Shell dialog) {
		return Widgets.all(dialog, FormText.class).stream().map(ScreenReader::name).toList();
	}

	/** Returns the help of the innermost control around the focus that has any. */
	private static Object helpOfFocus() {
		Object help = null;
		for (Control control = Ui.display().getFocusControl(); help == null && control != null; control = control.getParent()) {
			help = control.getData("org.eclipse.ui.help");
		}
		return help;
	}

	@ParameterizedTest
	@ValueSource(strings = { "overview", "running", "configuration", "words", "jobs", "map", "output", "events", "stacks", "console",
			"preferences" })
	void topic_inBrowser_isShownWithoutScrollingSideways(String topic) {
		WelcomeForm.BROWSER.use();
		try {
			HelpTester.open("/org.pmix4e.doc/help/" + topic + ".html");
			Pictures.screen("help-" + topic + "-browser-light");
			assertThat(HelpTester.isWiderThanItsFrame("/org.pmix4e.doc/help/" + topic + ".html")).isFalse();
		} finally {
			HelpTester.close();
			WelcomeForm.reset();
		}
	}

	@ParameterizedTest
	@CsvSource({ "firstJob,See the ranks", "nativeDebug,See where all ranks are" })
	void cheatSheet_ofEachSubject_opens(String name, String step) {
		Ui.run(() -> new OpenCheatSheetAction("org.pmix4e.doc." + name).run());

		Ui.await("the cheat sheet", () -> Widgets.all(Workbench.window().getShell(), ExpandableComposite.class).stream()
				.anyMatch(shown -> shown.getText().equals(step)));
		Pictures.screen("cheat-sheet-" + name + "-light");
		Ui.run(() -> Workbench.window().getActivePage().hideView(Workbench.window().getActivePage().findView(CHEAT_SHEET_VIEW)));
	}
}
