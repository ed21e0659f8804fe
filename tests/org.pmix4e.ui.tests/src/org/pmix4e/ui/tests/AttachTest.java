// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.ServerElement;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.Debuggers;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;

/** Tests Attach to Server and Detach in the view PMIx Jobs, with a server that is not the one of the workbench. */
class AttachTest extends UserTest {
	private static final String ATTACH_DEBUGGER = "org.pmix4e.ui.commands.attachDebugger";
	private static final IEclipsePreferences PREFERENCES = InstanceScope.INSTANCE.getNode(PmixPreferences.NODE);

	@TempDir
	private Path scratch;

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void attachedServer_hasRows_untilItIsDetached(boolean isServerSelected) throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			Job job = host.launch(JobSpec.of(3, "sleep", "1000"));
			JobsViewTester view = JobsViewTester.show();
			accept(open(), host.uri());

			view.awaitRows(1, "sleep");
			Ui.await("three running ranks", () -> view.rows().stream().filter(row -> row.contains("Rank ") && row.contains("running")).count() == 3);
			Pictures.screen("attached-light");
			String server = "Server " + host.uri().substring(0, host.uri().lastIndexOf('.', host.uri().indexOf(';')));
			view.select(isServerSelected ? server : "Rank 1");
			Workbench.command("org.pmix4e.ui.commands.detach");

			view.awaitRows(0, "sleep");
			assertThat(job.ended()).isNotDone();
		} finally {
			detachAll();
		}
	}

	@Test
	void attachDebugger_toRankOfAttachedServer_showsItInTheDebugView() throws Exception {
		Steps.use(Debuggers.GDB);
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			host.launch(JobSpec.of(2, Peers.c("pmix_stored").toString()).withSink(OutputSink.DISCARD));
			JobsViewTester view = JobsViewTester.show();
			accept(open(), host.uri());
			view.awaitRows(3, "| connected |");
			view.select("Rank 1");
			Ui.await("Attach Debugger", () -> Workbench.isEnabled(ATTACH_DEBUGGER));
			Workbench.command(ATTACH_DEBUGGER);
			DebugViewTester debug = DebugViewTester.show();
			debug.awaitRow("rank 1 (");
			debug.select("rank 1 (");
			Workbench.command("org.eclipse.debug.ui.commands.Suspend");
			debug.awaitRow("main at pmix_stored.c");
			view.awaitRows(1, "| suspended |");
			Pictures.screen("attached-debugger-light");
			debug.select("rank 1 (");
			Workbench.command("org.eclipse.debug.ui.commands.Disconnect");
			view.awaitRows(3, "| connected |");
		} finally {
			Steps.useAny();
			detachAll();
			Ui.await("the end of the debuggers", () -> Stream.of(Workbench.launches().getLaunches()).allMatch(ILaunch::isTerminated));
		}
	}

	/** The row of the server, and that of the job below it, indent the ranks. */
	@Test
	void numbersOfRanks_belowAServerInNarrowView_areShown() throws Exception {
		Workbench.open(Workbench.JAVA_PERSPECTIVE);
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			host.launch(JobSpec.of(12, "sleep", "1000"));
			JobsViewTester view = JobsViewTester.show();
			accept(open(), host.uri());
			view.awaitRows(12, "Rank ");
			view.resize(450);

			Ui.await("room for the number", () -> view.hasRoom("Rank 11", 0, "Rank 11\u2026"));
			Pictures.screen("jobs-attached-450-light");
			view.resize(300);
			assertThat(view.hasRoom("Rank 11", 0, "Rank 11\u2026")).isTrue();
		} finally {
			detachAll();
		}
	}

	/** The row of this workbench comes above that of the server. */
	@Test
	void rowsOfAttachedServer_stayExpanded_whenAJobIsLaunched() throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			host.launch(JobSpec.of(2, "sleep", "1000"));
			JobsViewTester view = JobsViewTester.show();
			accept(open(), host.uri());
			view.awaitRows(2, "Rank ");
			Jobs.launch(Jobs.configuration("here", 3, Path.of("/bin/sleep"), "1000"));
			view.awaitRows(5, "Rank ");
		} finally {
			detachAll();
		}
	}

	/** The row of a program, which there is if a job has several, indents the ranks once more. */
	@Test
	void numbersOfRanks_ofTwoProgramsBesideAnAttachedServerInNarrowView_areShown() throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			host.launch(JobSpec.of(2, "sleep", "1000"));
			JobsViewTester view = JobsViewTester.show();
			accept(open(), host.uri());
			view.awaitRows(2, "Rank ");
			view.resize(380);
			ILaunchConfigurationWorkingCopy copy = Jobs.configuration("two", 2, Path.of("/bin/sleep"), "1000").getWorkingCopy();
			copy.setAttribute(PmixLaunchConstants.ATTR_MORE_PROGRAMS, List.of("4 /bin/cat"));
			Jobs.launch(copy.doSave());
			view.awaitRows(8, "Rank ");

			Ui.await("room for the number", () -> view.hasRoom("Rank 5", 0, "Rank 5\u2026"));
			Pictures.screen("jobs-programs-380-light");
		} finally {
			detachAll();
		}
	}

	@Test
	void longOutput_ofAttachedJob_namesNoFileThatHoldsAll() throws Exception {
		OutputTester.close();
		PREFERENCES.putInt(PmixPreferences.OUTPUT_MEGABYTES, 1);
		Path begin = scratch.resolve("begin");
		assertThat(new ProcessBuilder("mkfifo", begin.toString()).start().waitFor()).isZero();
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			host.launch(JobSpec.of(1, "sh", "-c", "read -r word < " + begin + "; yes " + "long ".repeat(50)
					+ "| head -n 30000; echo last; exec sleep 1000"));
			JobsViewTester view = JobsViewTester.show();
			accept(open(), host.uri());
			view.awaitRows(1, "Rank 0");
			view.select("Rank 0");
			NamespaceElement job = attachedJob();
			Files.writeString(begin, "begin\n");
			Ui.await("the whole output", () -> job.output().orElseThrow().writtenBytes() > 7_500_000);

			OutputTester output = OutputTester.show();
			output.awaitLine("last");
			assertThat(output.lines().getFirst()).matches("\\[\\d+ bytes came before and are no longer kept\\]");
		} finally {
			PREFERENCES.remove(PmixPreferences.OUTPUT_MEGABYTES);
			detachAll();
		}
	}

	private static NamespaceElement attachedJob() {
		return Ui.get(() -> PlatformUI.getWorkbench().getService(JobModel.class)).namespaces().getFirst();
	}

	private static void detachAll() {
		Ui.get(() -> PlatformUI.getWorkbench().getService(JobModel.class)).servers().stream().filter(ServerElement::isAttached)
				.forEach(ServerElement::detach);
	}

	@Test
	void serverThatDoesNotExist_isReported() {
		JobsViewTester.show();
		accept(open(), "no-such-server");
		acceptFailure("attach-failed-gone", "The workbench could not attach to the server no-such-server.",
				"lists the servers of this user that run now");
	}

	@Test
	void serverThatDoesNotAnswer_isReported() throws Exception {
		try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			JobsViewTester.show();
			accept(open(), "mute.0;tcp4://127.0.0.1:" + mute.getLocalPort());
			acceptFailure("attach-failed-mute", "The workbench could not attach to the server mute.0;tcp4://127.0.0.1:",
					"check that its process is not suspended");
		}
	}

	@Test
	void addressThatIsNone_isReported() {
		JobsViewTester.show();
		accept(open(), "x.0;tcp4://nowhere");
		acceptFailure("attach-failed-address", "The workbench could not attach to the server x.0;tcp4://nowhere.",
				"Enter the process id, the namespace or the address of one server");
	}

	private static void acceptFailure(String picture, String... texts) {
		Shell message = Ui.awaitShell("Attach to Server");
		String text = Ui.get(() -> Widgets.all(message, Label.class).stream().map(Label::getText).filter(each -> !each.isEmpty()).findFirst()
				.orElse(""));
		assertThat(text).contains(texts);
		Pictures.window(message, picture);
		Ui.start(() -> Ui.press(Widgets.button(message, "OK")));
		Ui.await("the end of the message", message::isDisposed);
	}

	@Test
	void serverThatDoesNotAnswer_isLeftWhenTheUserCancels() throws Exception {
		try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			JobsViewTester.show();
			accept(open(), "mute.0;tcp4://127.0.0.1:" + mute.getLocalPort());
			Ui.await("the progress", () -> attaching().isPresent());
			org.eclipse.core.runtime.jobs.Job task = attaching().orElseThrow();
			task.cancel();
			Ui.await("the end", () -> attaching().isEmpty());
			assertThat(task.getResult().getSeverity()).isEqualTo(IStatus.CANCEL);
			assertThat(Ui.get(() -> shell("Attach to Server"))).as("a message about what the user has canceled").isNull();
		}
	}

	private static Optional<org.eclipse.core.runtime.jobs.Job> attaching() {
		return Stream.of(org.eclipse.core.runtime.jobs.Job.getJobManager().find(null))
				.filter(task -> task.getName().startsWith("Attach to server mute")).findFirst();
	}

	private static Shell open() {
		Ui.start(() -> Workbench.command("org.pmix4e.ui.commands.attach"));
		Ui.await("the dialog", () -> shell("Attach to Server") != null);
		return Ui.get(() -> shell("Attach to Server"));
	}

	private static void accept(Shell dialog, String address) {
		Ui.run(() -> Widgets.labelled(dialog, "Server:", Text.class).setText(address));
		Pictures.window(dialog, "attach-light");
		Ui.start(() -> Ui.press(Widgets.button(dialog, "OK")));
		Ui.await("the end of the dialog", dialog::isDisposed);
	}

	/** Returns the visible window with a title; null if there is none. */
	private static Shell shell(String title) {
		return Stream.of(Ui.display().getShells()).filter(shell -> !shell.isDisposed() && shell.isVisible() && shell.getText().equals(title))
				.findFirst().orElse(null);
	}
}
