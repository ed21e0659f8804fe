// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.core.resources.IFile;
import org.eclipse.core.runtime.ServiceCaller;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.jdt.debug.core.JDIDebugModel;
import org.eclipse.jdt.launching.JavaRuntime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.launch.DebuggerAttachments;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.ServerAttachments;
import org.pmix4e.core.model.ServerElement;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Debuggers;
import org.pmix4j.testkit.Peers;

/** Tests attaching debuggers to ranks that other launchers have started: a host of ours, and prterun of Debian 13. */
class AttachDebuggerTest extends NativeDebugging {
	private static final ServiceCaller<ServerAttachments> SERVERS = new ServiceCaller<>(AttachDebuggerTest.class, ServerAttachments.class);
	private static final ServiceCaller<DebuggerAttachments> DEBUGGERS = new ServiceCaller<>(AttachDebuggerTest.class,
			DebuggerAttachments.class);
	private static final int LOOP_LINE = 7;
	private static final String LOOP = """
			public class Loop {
				public static void main(String[] arguments) throws Exception {
					long turns = 0;
					while (turns >= 0) {
						Thread.sleep(20);
						System.out.println("turn");
						turns++;
					}
				}
			}
			""";

	@TempDir
	private Path scratch;
	private Optional<JavaProject> project = Optional.empty();

	@AfterEach
	void detach() throws Exception {
		jobs.model().servers().stream().filter(ServerElement::isAttached).forEach(ServerElement::detach);
		for (ILaunch launch : Jobs.manager().getLaunches()) {
			if (launch.getProcesses()[0].getStreamsProxy() == null) { // the job of a server
				Debugged.await(launch::isTerminated);
			}
		}
		if (project.isPresent()) {
			project.get().delete();
		}
	}

	private NamespaceElement attachServer(String address, ElementState state) throws Exception {
		ServerElement server = Await.result(SERVERS.current().orElseThrow().attach(address));
		jobs.await(() -> job(server).filter(job -> job.state() == state).isPresent());
		return job(server).orElseThrow();
	}

	private Optional<NamespaceElement> job(ServerElement server) {
		return jobs.model().namespaces().stream().filter(job -> job.session().server() == server).findFirst();
	}

	private static void attach(NamespaceElement job, String ranks) throws Exception {
		assertThat(DEBUGGERS.current().orElseThrow().canAttach(job)).isTrue();
		DEBUGGERS.current().orElseThrow().attach(job, RankSet.parse(ranks).orElseThrow());
	}

	private static List<IDebugTarget> targets() {
		return Stream.of(Jobs.manager().getDebugTargets()).filter(target -> !target.isTerminated()).toList();
	}

	private static List<String> functions(IThread thread) throws Exception {
		List<String> names = new ArrayList<>();
		for (IStackFrame frame : thread.getStackFrames()) {
			names.add(frame.getName());
		}
		return names;
	}

	/** Attaches to rank 1, sees its stack, and lets it go on without a debugger. */
	private void checkNative(NamespaceElement job, String function) throws Exception {
		attach(job, "1");
		Debugged.await(() -> targets().size() == 1);
		IDebugTarget target = targets().get(0);
		assertThat(target.getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK)).isEqualTo("1");
		assertThat(target.getName()).isEqualTo("rank 1 (" + job.ranks().get(1).node().orElseThrow() + ", "
				+ job.ranks().get(1).pid().getAsInt() + ")");

		target.suspend();
		Debugged.await(target::isSuspended);
		jobs.await(() -> job.ranks().get(1).state() == ElementState.SUSPENDED);
		assertThat(functions(target.getThreads()[0])).anyMatch(name -> name.contains(function));
		ILaunch launch = target.getLaunch();
		assertThat(launch.getChildren()).hasSize(2);
		assertThat(launch.getLaunchConfiguration().getName()).isEqualTo(job.children().get(0).name() + " (attached)");
		target.disconnect();
		Debugged.await(launch::isTerminated);
		jobs.await(() -> job.ranks().get(1).state() != ElementState.SUSPENDED);
		assertThat(job.state().isEnded()).isFalse();

		attach(job, "0-1");
		Debugged.await(() -> targets().size() == 2);
	}

	@ParameterizedTest
	@EnumSource
	void attach_toRankOfServerOfOurs_suspendsItAndDetaches(Debuggers debugger) throws Exception {
		NativeJobs.prefer(debugger);
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			host.launch(silent(JobSpec.of(2, Peers.c("pmix_stored").toString())));
			checkNative(attachServer(host.uri(), ElementState.CONNECTED), "main at pmix_stored.c");
		}
	}

	@Test
	void attach_toRankOfPrterun_suspendsItAndDetaches() throws Exception {
		NativeJobs.prefer(Debuggers.GDB);
		Path uri = scratch.resolve("uri");
		ProcessBuilder builder = new ProcessBuilder(Peers.trixie(List.of("prterun", "--allow-run-as-root", "--report-uri", uri.toString(),
				"--map-by", ":oversubscribe", "-n", "2", Peers.trixie("pmix_stored").toString()))).directory(scratch.toFile())
				.redirectErrorStream(true).redirectOutput(scratch.resolve("launcher").toFile());
		builder.environment().put("TMPDIR", scratch.toString());
		Process prterun = builder.start();
		try {
			Await.until("the address of prterun", Duration.ofSeconds(Launched.LIMIT_SECONDS), () -> uri.toFile().length() > 0);
			NamespaceElement job = attachServer("file:" + uri, ElementState.CONNECTED);
			checkNative(job, "pthread_cond_timedwait"); // a debugger finds no symbols of a program in a tree of its own
			job.terminate();
			jobs.await(() -> job.state().isEnded());
			Debugged.await(() -> targets().isEmpty());
		} finally {
			prterun.destroy();
			if (!Await.ends(prterun)) {
				prterun.destroyForcibly(); // it may hang in PMIx_server_finalize if a query arrives then
			}
		}
	}

	/** The platform terminates all launches when the workbench closes (LaunchManager.shutdown); this does the same. */
	@Test
	void detach_fromServerOfASuspendedRank_letsTheRankGoOn() throws Exception {
		NativeJobs.prefer(Debuggers.GDB);
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			Job ranks = host.launch(silent(JobSpec.of(2, Peers.c("pmix_exit").toString(), "init,ready,wait")));
			NamespaceElement job = attachServer(host.uri(), ElementState.CONNECTED);
			attach(job, "0");
			Debugged.await(() -> targets().size() == 1);
			IDebugTarget target = targets().get(0);
			target.suspend();
			Debugged.await(target::isSuspended);
			ILaunch launch = target.getLaunch();
			Path status = Path.of("/proc", target.getProcess().getAttribute(IProcess.ATTR_PROCESS_ID), "status");

			job.session().server().detach();
			launch.terminate();

			Debugged.await(launch::isTerminated);
			// GDB answers that it detaches before it does
			Await.until("the rank goes on", Duration.ofSeconds(Launched.LIMIT_SECONDS), () -> goesOn(status));
			assertThat(ranks.ended()).isNotDone();
		}
	}

	private static boolean goesOn(Path status) {
		try {
			return Files.readString(status).matches("(?s).*State:\\s+[RS].*TracerPid:\\s+0\\n.*");
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private static JobSpec silent(JobSpec job) {
		return job.withSink((proc, channel, chunk) -> chunk.position(chunk.limit()));
	}

	private JobSpec loop(String... options) throws Exception {
		JavaProject made = JavaProject.create("attached");
		project = Optional.of(made);
		IFile file = made.write("Loop.java", LOOP);
		made.build();
		JDIDebugModel.createLineBreakpoint(file, "Loop", LOOP_LINE, -1, -1, 0, true, new HashMap<>());
		List<String> words = new ArrayList<>(Arrays.asList(options));
		words.addAll(List.of("-cp", made.java().getProject().getFolder("bin").getLocation().toString(), "Loop"));
		return silent(JobSpec.of(2, JavaRuntime.getDefaultVMInstall().getInstallLocation().toPath().resolve("bin/java").toString(),
				words.toArray(String[]::new)));
	}

	@Test
	void attach_toJavaRankThatWaitsForADebugger_stopsItAtBreakpoint() throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			host.launch(loop("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0"));
			NamespaceElement job = attachServer(host.uri(), ElementState.RUNNING);
			// the agent of the rank listens by then
			Await.until("the output of rank 1", Duration.ofSeconds(Launched.LIMIT_SECONDS),
					() -> job.output().orElseThrow().text(chunk -> chunk.rank() == 1).contains("turn"));
			attach(job, "1");

			Debugged.await(() -> targets().stream().flatMap(target -> Debugged.threads(target).stream())
					.anyMatch(thread -> thread.isSuspended() && thread.getBreakpoints().length > 0));
			IDebugTarget target = targets().get(0);
			assertThat(target.getProcess().getAttribute(PmixLaunchConstants.PROCESS_RANK)).isEqualTo("1");
			IThread thread = Debugged.threads(target).stream().filter(IThread::isSuspended).findFirst().orElseThrow();
			IStackFrame top = NativeJobs.top(thread);
			assertThat(top.getLineNumber()).isEqualTo(LOOP_LINE);
			assertThat(target.getLaunch().getSourceLocator().getSourceElement(top)).hasToString("L/attached/src/Loop.java");
			assertThat(target.canTerminate()).as("the platform may end the rank when the workbench closes").isFalse();
			target.disconnect();
			Debugged.await(target.getLaunch()::isTerminated);
			assertThat(job.state().isEnded()).isFalse();
		}
	}

	@Test
	void attach_toJavaRankWithoutDebugging_saysHowToStartIt() throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			host.launch(loop());
			NamespaceElement job = attachServer(host.uri(), ElementState.RUNNING);
			Launched.awaitOutput(job.output().orElseThrow(), "turn");
			attach(job, "0");

			jobs.await(() -> job.message().isPresent());
			assertThat(job.message().get()).matches("rank 0 \\(.*\\) runs without a debugger: its Java virtual machine was started without "
					+ "debugging; use Debug As, or start the program as java -agentlib:jdwp=transport=dt_socket,server=y,suspend=n,.*");
			assertThat(Jobs.manager().getLaunches()).isEmpty();
		}
	}

	private static ProcessHandle process(Launched launched, int rank) {
		return ProcessHandle.of(launched.namespace().ranks().get(rank).pid().getAsInt()).orElseThrow();
	}

	private static boolean runs(ProcessHandle process, String program) {
		return process.info().command().filter(command -> command.endsWith("/" + program)).isPresent();
	}

	@Test
	void attach_toRanksOfALaunchInRunMode_choosesTheDebuggerByWhatTheyRun() throws Exception {
		NativeJobs.prefer(Debuggers.GDB);
		Launched launched = Launched.launch(jobs.script(3, "case $PMIX_RANK in 0) exec sleep 600;; 1) sleep 600; exit;; esac; "
				+ "exec perl -e 'sleep 600'"));
		jobs.await(() -> launched.namespace().startedRanks() == 3);
		// no event tells that a shell has started its program
		Await.until("the programs", Duration.ofSeconds(Launched.LIMIT_SECONDS), () -> runs(process(launched, 0), "sleep")
				&& process(launched, 1).children().anyMatch(child -> runs(child, "sleep")) && runs(process(launched, 2), "perl"));
		attach(launched.namespace(), "all");

		Debugged.await(() -> launched.launch().getDebugTargets().length == 2);
		launched.awaitOutput("rank 2 runs perl without a debugger: there is no debugger for perl programs");
		assertThat(Stream.of(launched.launch().getDebugTargets()).map(IDebugTarget::getProcess))
				.containsExactlyInAnyOrder(launched.process().ranks().get(0), launched.process().ranks().get(1));
	}
}
