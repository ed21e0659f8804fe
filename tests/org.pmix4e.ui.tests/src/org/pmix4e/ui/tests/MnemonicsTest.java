// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import org.eclipse.debug.ui.IDebugUIConstants;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.custom.CTabItem;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Group;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that each underlined letter of a dialog leads to one control only: the others with the same letter are never reached. */
class MnemonicsTest extends UserTest {
	@Test
	void lettersOfEachTab_areUnique() {
		LaunchDialogTester dialog = LaunchDialogTester.open(IDebugUIConstants.ID_DEBUG_LAUNCH_GROUP, "Debug Configurations").newJob()
				.name("letters").program("/bin/echo");
		try {
			for (String tab : List.of("Where", "Placement", "Output and Input", "PMIx", "Main")) {
				assertUnique(tab, dialog.tab(tab));
			}
			assertUnique("Java", dialog.choose("Run what:", "Java class"));
		} finally {
			dialog.close();
		}
	}

	/** The platform's buttons of the dialog, such as Restore Defaults, have letters, too. */
	@ParameterizedTest
	@CsvSource({ "org.pmix4e.ui.preferences, 9", "org.pmix4e.dap.ui.preferences, 4" })
	void lettersOfPreferencePage_areUnique(String page, int least) {
		Ui.start(() -> PreferencesUtil.createPreferenceDialogOn(Workbench.window().getShell(), page, null, null).open());
		Shell shell = Ui.awaitShell("Preferences");
		assertUnique(page, least, Ui.get(() -> letters(shell)));
		Ui.start(shell::close);
		Ui.await("the end of the dialog", shell::isDisposed);
	}

	private static void assertUnique(String place, int least, Map<Character, List<String>> letters) {
		assertThat(letters).as(place).hasSizeGreaterThanOrEqualTo(least);
		assertThat(letters.values()).as(place).allSatisfy(texts -> assertThat(texts).hasSize(1));
	}

	private static void assertUnique(String tab, LaunchDialogTester dialog) {
		Map<Character, List<String>> letters = Ui.get(() -> letters(dialog.shell()));
		assertUnique(tab, 11, letters);
		assertThat(letters).as("the letter of Run, which the dialog of the other mode has").doesNotContainKey('r');
	}

	/** Returns the texts with each underlined letter. */
	private static Map<Character, List<String>> letters(Composite shell) {
		Map<Character, List<String>> letters = new TreeMap<>();
		collect(shell, Label.class, Label::getText, letters);
		collect(shell, Button.class, Button::getText, letters);
		collect(shell, Group.class, Group::getText, letters);
		for (CTabFolder folder : Widgets.all(shell, CTabFolder.class)) {
			for (CTabItem item : folder.getItems()) {
				add(item.getText(), letters);
			}
		}
		return letters;
	}

	private static <T extends Control> void collect(Composite shell, Class<T> type, Function<T, String> text,
			Map<Character, List<String>> letters) {
		Widgets.all(shell, type).stream().filter(control -> !AccessTest.isOfPlatform(control)).map(text)
				.forEach(shown -> add(shown, letters));
	}

	private static void add(String text, Map<Character, List<String>> letters) {
		int mark = text.replace("&&", "--").indexOf('&');
		if (mark >= 0) {
			letters.computeIfAbsent(Character.toLowerCase(text.charAt(mark + 1)), letter -> new ArrayList<>()).add(text);
		}
	}
}
