// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import org.eclipse.debug.core.ILaunch;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.ui.dialogs.PreferencesUtil;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4j.testkit.Peers;

/** Tests the page Key-Values of the properties of jobs and ranks. */
class KeyValuesPageTest extends UserTest {
	@Test
	void keyValues_ofRankAndJob_areShown() throws Exception {
		ILaunch launch = Jobs.launch(Jobs.configuration("keys", 2, Peers.c("pmix_stored"), ""));
		JobProcess job = Jobs.job(launch);
		Ui.await("the output of the job", () -> job.output().text(chunk -> true).contains("ready"));

		Shell ofRank = open(job.element().orElseThrow().ranks().get(0));
		assertThat(Ui.get(ofRank::getText)).isEqualTo("Properties for Rank 0");
		awaitRow(ofRank, "stored.local", "to this node", "put by rank 0 for its node");
		Pictures.window(ofRank, "key-values-light");
		cancel(ofRank);
		Shell ofJob = open(job.element().orElseThrow());
		assertThat(Ui.get(ofJob::getText)).isEqualTo("Properties for keys");
		awaitRow(ofJob, "PMIX_JOB_SIZE", "2", "job");
		cancel(ofJob);
		// as from the Debug view
		Shell ofProcess = open(launch.getProcesses()[0]);
		assertThat(Ui.get(ofProcess::getText)).isEqualTo("Properties for keys");
		awaitRow(ofProcess, "PMIX_JOB_SIZE", "2", "job");
		cancel(ofProcess);
		launch.terminate();
		Jobs.awaitEnd(launch);
		Ui.await("the state of the job", () -> job.element().orElseThrow().state() == ElementState.KILLED);
		JobElement ended = job.element().orElseThrow();
		Shell afterwards = open(ended);
		Ui.await("the reason for an empty page", () -> Widgets.all(afterwards, Label.class).stream()
				.anyMatch(label -> label.getText().contains("forgets them when the job ends")));
		assertThat(rows(afterwards)).isEmpty();
		cancel(afterwards);
	}

	private static void awaitRow(Shell properties, String... cells) {
		Ui.await(() -> String.join(" | ", cells) + " in " + rows(properties), () -> rows(properties).contains(String.join("\t", cells)));
	}

	private static List<String> rows(Shell properties) {
		return Ui.get(() -> Widgets.all(properties, Table.class).stream().flatMap(table -> Stream.of(table.getItems()))
				.map(row -> String.join("\t", row.getText(0), row.getText(1), row.getText(2))).toList());
	}

	private static Shell open(Object element) {
		Ui.start(() -> PreferencesUtil
				.createPropertyDialogOn(Workbench.window().getShell(), element, "org.pmix4e.ui.keyValues", null, null, 0).open());
		Ui.await("the properties", () -> visible().findFirst().isPresent());
		return Ui.get(() -> visible().findFirst().orElseThrow());
	}

	private static Stream<Shell> visible() {
		return Stream.of(Ui.display().getShells()).filter(shell -> !shell.isDisposed() && shell.isVisible())
				.filter(shell -> shell.getText().startsWith("Properties"));
	}

	private static void cancel(Shell properties) {
		Ui.start(() -> Ui.press(Widgets.button(properties, "Cancel")));
		Ui.await("the end of the dialog", properties::isDisposed);
	}
}
