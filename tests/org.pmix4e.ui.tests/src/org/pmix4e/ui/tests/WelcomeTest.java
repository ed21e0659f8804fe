// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.eclipse.core.runtime.Platform;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.ui.forms.widgets.ExpandableComposite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests our entries on the platform's Welcome page, in both forms of it. */
class WelcomeTest extends UserTest {

	@AfterEach
	void closeWelcome() {
		WelcomeTester.close();
		WelcomeForm.reset();
	}

	@ParameterizedTest
	@EnumSource
	void firstStep_followed_opensANewConfigurationOfOurType(WelcomeForm form) {
		form.use();
		WelcomeTester welcome = WelcomeTester.open("firststeps").awaitLink("Run a program as a PMIx job");
		Pictures.screen(form.picture("welcome-first-steps-light"));
		welcome.follow("Run a program as a PMIx job");

		Shell dialog = Ui.awaitShell("Run Configurations");
		TreeItem selected = Ui.get(() -> Widgets.all(dialog, Tree.class).get(0).getSelection()[0]);
		assertThat(Ui.<String>get(selected::getText)).isEqualTo("New job");
		assertThat(Ui.<String>get(() -> selected.getParentItem().getText())).isEqualTo("PMIx Job");
		Ui.start(dialog::close);
		Ui.await("the end of the configuration into which nothing was entered", () -> Workbench.launches().getLaunchConfigurations().length == 0);
	}

	@ParameterizedTest
	@EnumSource
	void tutorial_followed_showsTheCheatSheetBesideTheViews(WelcomeForm form) {
		form.use();
		WelcomeTester welcome = WelcomeTester.open("tutorials").awaitLink("Debug the ranks of a C program");
		Pictures.screen(form.picture("welcome-tutorials-light"));
		welcome.follow("Run your first PMIx job in Java");

		Ui.await("the cheat sheet", () -> Widgets.all(Workbench.window().getShell(), ExpandableComposite.class).stream()
				.anyMatch(shown -> shown.getText().equals("See the ranks")));
		Pictures.screen(form.picture("welcome-cheat-sheet-light"));
		welcome.follow("Restore Welcome").awaitLink("Debug the ranks of a C program");
	}

	/** The help opens in a web browser, which a machine that tests need not have. */
	@ParameterizedTest
	@EnumSource
	void overview_ofThisWorkbench_leadsToOurHelpAlone(WelcomeForm form) {
		form.use();
		String topic = "help/overview.html";
		WelcomeTester.open("overview").awaitLink("http://org.eclipse.ui.intro/showHelpTopic?id=/org.pmix4e.doc/" + topic).awaitLink("PMIx jobs");
		Pictures.screen(form.picture("welcome-overview-light"));

		assertThat(WelcomeTester.links()).doesNotContain("Workbench basics");
		assertThat(Platform.getBundle("org.pmix4e.doc").getEntry(topic)).isNotNull();
	}
}
