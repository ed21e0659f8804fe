// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.lang.reflect.Proxy;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.ServerAttachments;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionAction;
import org.pmix4e.core.model.SessionElement;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.InputSource;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.StdinSpec;
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

	@Test
	void sessions_ofAttachedServer_haveRows_andArePaused(@TempDir Path scratch) throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch).withSlots(4))) {
			InputSource line = InputSource.of(Channels.newChannel(new ByteArrayInputStream("go\n".getBytes(StandardCharsets.US_ASCII))));
			host.launch(JobSpec.of(1, Peers.c("pmix_session").toString(), "extra", "sleep", "1000").withSink(OutputSink.DISCARD)
					.withStdin(StdinSpec.toRankZero(line)));
			jobs = JobsViewTester.show();
			ServerElement server = Ui.get(() -> PlatformUI.getWorkbench().getService(ServerAttachments.class)).attach(host.uri())
					.get(1, TimeUnit.MINUTES);
			try {
				jobs.awaitRows(1, "| allocation extra: ");
				jobs.awaitRows(1, "sleep  1 rank ");
				List<String> rows = jobs.rows().stream().map(String::strip).toList();
				int session = IntStream.range(0, rows.size()).filter(row -> rows.get(row).contains("| allocation extra: ")).findFirst().orElseThrow();
				assertThat(rows.get(session)).startsWith("Session 2  1 slot | running |");
				assertThat(rows.get(session + 1)).startsWith("sleep  1 rank ");
				jobs.select("Session 2");
				Ui.await("Suspend", () -> Workbench.isEnabled(PmixUi.COMMAND_SUSPEND));
				Workbench.command(PmixUi.COMMAND_SUSPEND);
				jobs.awaitRows(3, "| suspended |");
				Pictures.screen("sessions-attached-light");
			} finally {
				server.detach();
			}
		}
	}

	/** A real server refuses only what its row does not offer, but for the moment before the row follows. */
	@Test
	void refusedControl_isShownWithItsReason() throws Exception {
		jobs = JobsViewTester.show();
		launch = Jobs.launch(Jobs.configuration("any", 1, Path.of("/bin/sleep"), "1000"));
		jobs.awaitRows(2, "| running |");
		jobs.select("Rank 0"); // the commands have a handler while an element is selected
		CoreException refusal = new CoreException(Status.error("it has ended already"));
		for (String command : List.of(PmixUi.COMMAND_SUSPEND, PmixUi.COMMAND_RESUME)) {
			boolean pauses = command.equals(PmixUi.COMMAND_SUSPEND);
			SessionElement session = refusing(pauses ? SessionAction.PAUSE : SessionAction.RESUME, refusal);
			Ui.start(() -> Workbench.command(command, session));
			Shell dialog = Ui.awaitShell(pauses ? "Suspend Session" : "Resume Session");
			List<String> texts = Ui.get(() -> Widgets.all(dialog, Label.class).stream().map(Label::getText).toList());
			assertThat(texts).contains("Session 7 was not " + (pauses ? "suspended" : "resumed") + ": it has ended already.");
			Pictures.window(dialog, "session-refused-" + (pauses ? "suspend" : "resume"));
			Ui.start(() -> Ui.press(Widgets.button(dialog, "OK")));
			Ui.await("the end of the dialog", dialog::isDisposed);
		}

		SessionElement session = refusing(SessionAction.TERMINATE, refusal);
		Ui.start(() -> Workbench.command(PmixUi.COMMAND_TERMINATE, session));
		Shell question = Ui.awaitShell("Terminate Session");
		Ui.start(() -> Ui.press(Widgets.button(question, "Terminate")));
		Ui.await("the end of the question", question::isDisposed);
		Shell dialog = Ui.awaitShell("Terminate Session");
		assertThat(Ui.get(() -> Widgets.all(dialog, Label.class).stream().map(Label::getText).toList()))
				.contains("Session 7 was not terminated: it has ended already.");
		Ui.start(() -> Ui.press(Widgets.button(dialog, "OK")));
		Ui.await("the end of the dialog", dialog::isDisposed);
	}

	/** Returns a session that refuses the only action that it offers. */
	private static SessionElement refusing(SessionAction only, Exception refusal) {
		return (SessionElement) Proxy.newProxyInstance(SessionRowsTest.class.getClassLoader(), new Class<?>[] { SessionElement.class },
				(proxy, method, arguments) -> switch (method.getName()) {
					case "can" -> arguments[0] == only;
					case "request" -> CompletableFuture.failedFuture(refusal);
					case "children", "sessions", "nodes" -> List.of();
					case "parent", "allocation", "deadline", "directory" -> Optional.empty();
					case "name", "toString" -> "7";
					case "state" -> ElementState.RUNNING;
					case "equals" -> proxy == arguments[0];
					case "hashCode" -> System.identityHashCode(proxy);
					default -> throw new UnsupportedOperationException(method.getName());
				});
	}

	private static Shell askToTerminate() {
		Ui.await("Terminate", () -> Workbench.isEnabled(PmixUi.COMMAND_TERMINATE));
		Ui.start(() -> Workbench.command(PmixUi.COMMAND_TERMINATE));
		return Ui.awaitShell("Terminate Session");
	}
}
