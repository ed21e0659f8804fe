// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.junit.jupiter.api.Test;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.SessionElement;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.testkit.Peers;

/** Tests the rows of sessions that a rank opens with OpenPMIx, and their control. */
class SessionRowsTest extends UserTest {
	private ILaunch launch;
	private JobsViewTester jobs;

	/** Launches a rank that opens a session with a job, and shows both. Returns the new session. */
	private SessionElement open() throws Exception {
		String arguments = DebugPlugin.renderArguments(new String[] { "extra", Peers.c("pmix_exit").toString(), "init,ready,wait" }, null);
		ILaunchConfigurationWorkingCopy copy = Jobs.configuration("opens", 1, Peers.c("pmix_session"), arguments).getWorkingCopy();
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "localhost:4");
		launch = Jobs.launch(copy.doSave());
		jobs = JobsViewTester.show();
		jobs.awaitRows(2, "| connected |");
		Jobs.job(launch).getStreamsProxy().write("go\n");
		jobs.awaitRows(4, "| connected |");
		SessionElement first = Jobs.job(launch).element().orElseThrow().session();
		return first.server().children().stream().filter(session -> session != first).findFirst().orElseThrow();
	}

	@Test
	void jobs_areBelowTheirSessions() throws Exception {
		SessionElement session = open();
		List<String> rows = jobs.rows().stream().map(String::strip).toList(); // servers of other tests shift them
		List<String> sessions = rows.stream().filter(row -> row.startsWith("Session ")).toList();
		assertThat(sessions).hasSize(2);
		assertThat(sessions.get(1)).startsWith("Session " + session.name() + "  1 slot | running |").contains("| allocation extra: ");
		assertThat(rows.subList(rows.indexOf(sessions.get(1)), rows.size())).satisfiesExactly(row -> assertThat(row).startsWith("Session "),
				row -> assertThat(row).startsWith("pmix_exit  1 rank "), row -> assertThat(row).startsWith("Rank 0"));
		jobs.select("Session " + session.name());
		Pictures.screen("sessions-light");
	}

	@Test
	void suspendAndResume_ofSession_pauseItsJobs() throws Exception {
		SessionElement session = open();
		jobs.select("Session " + session.name());
		Ui.await("Suspend", () -> Workbench.isEnabled(PmixUi.COMMAND_SUSPEND));
		Workbench.command(PmixUi.COMMAND_SUSPEND);
		Ui.await("the pause", () -> session.state() == ElementState.SUSPENDED);
		jobs.awaitRows(3, "| suspended |");

		Ui.await("Resume", () -> Workbench.isEnabled(PmixUi.COMMAND_RESUME));
		Workbench.command(PmixUi.COMMAND_RESUME);
		Ui.await("the end of the pause", () -> session.state() == ElementState.RUNNING);
		jobs.awaitRows(4, "| connected |");
	}

	@Test
	void terminate_ofSession_asksAndEndsItsJobs() throws Exception {
		SessionElement session = open();
		jobs.select("Session " + session.name());
		Shell refused = askToTerminate();
		Ui.start(() -> Ui.press(Widgets.button(refused, "Cancel")));
		Ui.await("the end of the dialog", refused::isDisposed);
		assertThat(session.state()).isEqualTo(ElementState.RUNNING);

		Shell dialog = askToTerminate();
		List<String> texts = Ui.get(() -> Widgets.all(dialog, Label.class).stream().map(Label::getText).toList());
		assertThat(texts).contains("Terminate the running jobs of session " + session.name() + "? One job runs.");
		Pictures.window(dialog, "terminate-session");
		Ui.start(() -> Ui.press(Widgets.button(dialog, "Terminate")));
		Ui.await("the end of the session", () -> session.state() == ElementState.FINISHED);
		assertThat(Jobs.job(launch).isTerminated()).isFalse();
		jobs.awaitRows(1, "| finished |");
	}

	private static Shell askToTerminate() {
		Ui.await("Terminate", () -> Workbench.isEnabled(PmixUi.COMMAND_TERMINATE));
		Ui.start(() -> Workbench.command(PmixUi.COMMAND_TERMINATE));
		return Ui.awaitShell("Terminate Session");
	}
}
