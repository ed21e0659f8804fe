// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ServiceCaller;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.internal.server.EngineModel;
import org.pmix4e.core.internal.server.ToolAttachments;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.FoundServer;
import org.pmix4e.core.model.JobModelEvent;
import org.pmix4e.core.model.KeyValue;
import org.pmix4e.core.model.KeyValueSource;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.ServerAttachments;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionAction;
import org.pmix4e.core.model.SessionElement;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.ErrorPolicy;
import org.pmix4j.job.InputSource;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;

/** Tests the attachment to servers of others: a host of ours, and prterun of Debian 13. */
class AttachTest {
	private static final int MOST = 1000;
	private static final int SIGCONT = 18;
	private static final int SIGSTOP = 19;
	private static final String TICKS = "while :; do echo tick; sleep 0.1; done";
	private static final ServiceCaller<ServerAttachments> ATTACHMENTS = new ServiceCaller<>(AttachTest.class, ServerAttachments.class);

	@TempDir
	private Path scratch;
	@RegisterExtension
	final Jobs jobs = new Jobs();

	@AfterEach
	void detach() {
		jobs.model().servers().stream().filter(ServerElement::isAttached).forEach(ServerElement::detach);
	}

	private static ServerElement attach(String address) throws Exception {
		return Await.result(ATTACHMENTS.current().orElseThrow().attach(address));
	}

	private LocalHost host() throws Exception {
		return LocalHost.start(HostOptions.defaults().withDirectory(scratch));
	}

	/** Returns the same job without output to the standard streams of the tests; tools get it anyway. */
	private static JobSpec silent(JobSpec job) {
		return job.withSink((proc, channel, chunk) -> chunk.position(chunk.limit()));
	}

	private Optional<NamespaceElement> element(ServerElement server) {
		return jobs.model().namespaces().stream().filter(job -> job.session().server() == server).findFirst();
	}

	private NamespaceElement awaitJob(ServerElement server, ElementState state) throws Exception {
		jobs.await(() -> element(server).filter(job -> job.state() == state).isPresent());
		return element(server).orElseThrow();
	}

	@Test
	void foundServer_hasCommandDirectoryAndAge_untilItEnds(@TempDir Path directory) throws Exception {
		Instant before = Instant.now().minusSeconds(1);
		Process sleep = new ProcessBuilder("sleep", "1000").directory(directory.toFile()).start();
		FoundServer server;
		try {
			// until exec the process has the command line of the test
			Await.until("the command", Duration.ofSeconds(30),
					() -> ToolAttachments.describe(sleep.pid()).filter(found -> found.name().equals("sleep")).isPresent());
			server = ToolAttachments.describe(sleep.pid()).orElseThrow();
		} finally {
			sleep.destroyForcibly();
		}
		sleep.waitFor();
		assertThat(server.address()).isEqualTo(Long.toString(sleep.pid()));
		assertThat(server.command()).isEqualTo("sleep 1000");
		assertThat(server.directory()).contains(directory.toRealPath());
		assertThat(server.started().orElseThrow()).isBetween(before, Instant.now().plusSeconds(1));
		assertThat(ToolAttachments.describe(sleep.pid())).isEmpty();
	}

	@Test
	void program_ofServer_isTheCommandThatTheUserTyped() {
		assertThat(ToolAttachments.program("/usr/bin/prterun", List.of("-n", "2", "hello"))).isEqualTo("prterun");
		assertThat(ToolAttachments.program("/jdk/bin/java", List.of("@java.args", "org.pmix4j.cli.Main", "server"))).isEqualTo("pmix4j server");
		assertThat(ToolAttachments.program("pmix4j", List.of("server"))).as("the native executable").isEqualTo("pmix4j server");
		assertThat(ToolAttachments.program("/jdk/bin/java", List.of("-jar", "/opt/own.jar"))).isEqualTo("java own.jar");
		assertThat(ToolAttachments.program("", List.of())).isEmpty();
		assertThat(ToolAttachments.program("java", List.of("-version"))).isEqualTo("java");
	}

	@Test
	void command_ofServerInAJvm_hasNoOptionsOfTheJvm() {
		assertThat(ToolAttachments.command("/usr/bin/prterun", List.of("-n", "2", "hello"))).isEqualTo("prterun -n 2 hello");
		assertThat(ToolAttachments.command("/jdk/bin/java", List.of("@java.args", "@app", "org.pmix4j.cli.Main", "run", "-n", "2", "hello")))
				.isEqualTo("pmix4j run -n 2 hello");
		assertThat(ToolAttachments.command("java", List.of("-Dosgi.noShutdown=false", "-Xmx1g", "-jar",
				"/eclipse/plugins/org.eclipse.equinox.launcher_1.8.0.jar", "-data", "/home/ann/workspace")))
				.isEqualTo("Eclipse -data /home/ann/workspace");
		assertThat(ToolAttachments.command("/usr/bin/pmix4j", List.of("run", "hello"))).isEqualTo("pmix4j run hello");
		assertThat(ToolAttachments.command("java", List.of("-cp", "a.jar:b.jar", "--add-opens", "m/p=ALL-UNNAMED", "org.acme.Main", "7")))
				.isEqualTo("java org.acme.Main 7");
	}

	@Test
	void server_ofOurs_showsItsRanks() throws Exception {
		try (LocalHost host = host()) {
			Job job = host.launch(silent(JobSpec.of(2, Peers.c("pmix_stored").toString())));
			ServerElement server = attach(host.uri());

			NamespaceElement shown = awaitJob(server, ElementState.CONNECTED);
			assertThat(shown.name()).isEqualTo(job.nspace());
			assertThat(shown.children()).extracting(app -> app.name()).containsExactly("pmix_stored");
			assertThat(shown.ranks()).extracting(RankElement::rank).containsExactly(0, 1);
			assertThat(shown.ranks().get(1).pid()).isEqualTo(job.ranks().get(1).pid());
			assertThat(shown.ranks().get(1).node()).contains(job.ranks().get(1).node().name());
			assertThat(server.session().directory()).isEmpty();
			assertThat(server.title()).as("of a process that is unknown").isEqualTo("Server " + server.name());

			shown.terminate();
			Await.result(job.ended());
			jobs.await(() -> shown.state().isEnded() && server.hasEnded());
			server.removeEnded();
			assertThat(element(server)).isEmpty();
		}
	}

	@Test
	void job_ofTwoPrograms_showsBothWithTheirRanks() throws Exception {
		try (LocalHost host = host()) {
			host.launch(silent(JobSpec.of(AppSpec.of(1, "sh", "-c", TICKS), AppSpec.of(2, "sleep", "1000"))));
			NamespaceElement shown = awaitJob(attach(host.uri()), ElementState.RUNNING);

			assertThat(shown.children()).extracting(app -> app.name()).containsExactly("sh", "sleep");
			assertThat(shown.children().get(1).children()).extracting(RankElement::rank).containsExactly(1, 2);
		}
	}

	@Test
	void rank_thatFailsWhileOthersRun_isTheFirstFailure() throws Exception {
		try (LocalHost host = host()) {
			host.launch(silent(JobSpec.of(2, "sh", "-c", "test $PMIX_RANK = 0 || exit 3; exec sleep 1000")
					.withErrorPolicy(ErrorPolicy.CONTINUE)));
			ServerElement server = attach(host.uri());
			jobs.await(() -> element(server).filter(job -> job.firstFailure().isPresent() && job.state() == ElementState.RUNNING).isPresent());

			NamespaceElement shown = element(server).orElseThrow();
			assertThat(shown.ranks()).extracting(RankElement::state).containsExactly(ElementState.RUNNING, ElementState.FAILED);
			assertThat(shown.firstFailure().orElseThrow().rank()).isSameAs(shown.ranks().get(1));
			assertThat(shown.ranks().get(1).exitCode()).isEmpty();
		}
	}

	@Test
	void waitsAndKeyValues_ofServerOfOurs_areTold() throws Exception {
		try (LocalHost host = host()) {
			Job job = host.launch(silent(JobSpec.of(2, Peers.c("pmix_stored").toString())));
			NamespaceElement stored = awaitJob(attach(host.uri()), ElementState.CONNECTED);
			KeyValue published = new KeyValue("published by " + job.nspace() + ":0", "stored.published", "42");
			// no event of the model tells that a rank has published
			Await.until("published", Duration.ofMinutes(1), () -> values(stored).contains(published));
			assertThat(values(stored)).contains(new KeyValue("job", "PMIX_JOB_SIZE", "2"));
			assertThat(values(stored.ranks().get(0))).contains(new KeyValue("put by rank 0 for all", "stored.global", "to all"));
			assertThat(stored.waits()).isEmpty();

			Job second = host.launch(silent(JobSpec.of(2, Peers.c("pmix_exit").toString(), "init,fence,finalize", "init,wait")));
			jobs.await(() -> find(second.nspace()).filter(shown -> !shown.waits().isEmpty()).isPresent());
			NamespaceElement shown = find(second.nspace()).orElseThrow();
			assertThat(shown.waits()).singleElement().asString().startsWith("fence waits for rank 1 since ");
			assertThat(shown.ranks().get(0).waiting()).contains("fence waits for rank 1");
			assertThat(shown.ranks().get(1).waiting()).contains("others wait for it: fence waits for rank 1");
		}
	}

	/** Launches a rank that opens a session with a job. */
	private static Job openSession(LocalHost host) {
		InputSource line = InputSource.of(Channels.newChannel(new ByteArrayInputStream("go\n".getBytes(StandardCharsets.US_ASCII))));
		return host.launch(silent(JobSpec.of(1, Peers.c("pmix_session").toString(), "extra", "sleep", "1000")
				.withStdin(StdinSpec.toRankZero(line))));
	}

	@Test
	void sessions_ofServerOfOurs_haveTheirJobs_andAreControlled() throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch).withSlots(4))) {
			Job opener = openSession(host);
			ServerElement server = attach(host.uri());
			jobs.await(() -> server.children().size() == 2 && !server.children().get(1).children().isEmpty());

			SessionElement first = server.session();
			SessionElement opened = server.children().get(1);
			assertThat(first.name()).isEqualTo(Integer.toUnsignedString(host.session().id()));
			assertThat(first.children()).extracting(NamespaceElement::name).containsExactly(opener.nspace());
			assertThat(first.nodes()).containsExactly(host.session().nodes().get(0).name());
			assertThat(first.slots()).as("the slots that the other session has left").isEqualTo(3);
			assertThat(List.of(SessionAction.values())).noneMatch(first::can);
			assertThat(opened.allocation()).contains("extra");
			assertThat(opened.slots()).isEqualTo(1);
			NamespaceElement inside = opened.children().get(0);
			assertThat(inside.session()).isSameAs(opened);

			assertThat(opened.can(SessionAction.PAUSE)).isTrue();
			Await.result(opened.request(SessionAction.PAUSE));
			jobs.await(() -> opened.state() == ElementState.SUSPENDED && inside.state() == ElementState.SUSPENDED);
			assertThat(opened.can(SessionAction.PAUSE)).isFalse();
			Await.result(opened.request(SessionAction.RESUME));
			jobs.await(() -> opened.state() == ElementState.RUNNING && inside.state() == ElementState.RUNNING);

			Await.result(opened.request(SessionAction.TERMINATE));
			assertThat(opened.request(SessionAction.PAUSE)).as("a row that is behind the server").failsWithin(Duration.ofMinutes(1))
					.withThrowableThat().withCauseInstanceOf(CoreException.class).withMessageContaining("it has ended already");
			jobs.await(() -> opened.state() == ElementState.FINISHED && server.hasEnded());
			server.removeEnded();
			assertThat(server.children()).containsExactly(first);
			assertThat(opener.ended()).isNotDone();
		}
	}

	@Test
	void jobsOfAllSessions_goWithTheServer() throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch).withSlots(4));
				ModelLog log = new ModelLog(jobs.model())) {
			openSession(host);
			ServerElement server = attach(host.uri());
			jobs.await(() -> server.children().size() == 2 && !server.children().get(1).children().isEmpty());
			NamespaceElement inside = server.children().get(1).children().get(0);

			server.detach();

			log.await(event -> event.equals(new JobModelEvent(JobModelEvent.Kind.REMOVED, inside)));
			assertThat(jobs.model().namespaces()).isEmpty();
		}
	}

	private Optional<NamespaceElement> find(String nspace) {
		return jobs.model().namespaces().stream().filter(job -> job.name().equals(nspace)).findFirst();
	}

	private static List<KeyValue> values(KeyValueSource source) {
		return source.keyValues(MOST).orTimeout(5, TimeUnit.MINUTES).join();
	}

	@Test
	void signal_toOneRank_suspendsIt_andResumes() throws Exception {
		try (LocalHost host = host()) {
			Job job = host.launch(silent(JobSpec.of(2, Peers.c("pmix_stored").toString())));
			NamespaceElement shown = awaitJob(attach(host.uri()), ElementState.CONNECTED);

			shown.signal(SIGSTOP, RankSet.parse("1").orElseThrow());
			jobs.await(() -> shown.ranks().get(1).state() == ElementState.SUSPENDED);
			assertThat(shown.ranks().get(0).state()).isEqualTo(ElementState.CONNECTED);
			jobs.await(() -> job.ranks().get(1).isSuspended());

			shown.signal(SIGCONT, RankSet.parse("1").orElseThrow());
			jobs.await(() -> shown.ranks().get(1).state() == ElementState.CONNECTED);
			jobs.await(() -> !job.ranks().get(1).isSuspended());
		}
	}

	@Test
	void rank_ofServerOfOurs_stoppedByAnother_isSuspendedUntilItIsContinued() throws Exception {
		try (LocalHost host = host()) {
			host.launch(silent(JobSpec.of(2, Peers.c("pmix_stored").toString())));
			NamespaceElement shown = awaitJob(attach(host.uri()), ElementState.CONNECTED);
			RankElement rank = shown.ranks().get(1);

			JobModelTest.signal("STOP", rank);
			jobs.await(() -> rank.state() == ElementState.SUSPENDED);
			assertThat(rank.stop()).contains("stopped by SIGSTOP");
			assertThat(shown.ranks().get(0).state()).isEqualTo(ElementState.CONNECTED);

			JobModelTest.signal("CONT", rank);
			jobs.await(() -> rank.state() == ElementState.CONNECTED);
			assertThat(rank.stop()).isEmpty();
		}
	}

	@Test
	void output_ofAttachedJob_isKept_andDetachLeavesTheJob() throws Exception {
		try (LocalHost host = host()) {
			Job job = host.launch(silent(JobSpec.of(1, "sh", "-c", TICKS)));
			ServerElement server = attach(host.uri());
			NamespaceElement shown = awaitJob(server, ElementState.RUNNING);

			Launched.awaitOutput(shown.output().orElseThrow(), "tick");
			((EngineModel) jobs.model()).message(shown, "rank 0 runs without debugger");
			assertThat(shown.message()).contains("rank 0 runs without debugger");
			Launched.awaitOutput(shown.output().orElseThrow(), "pmix4j: rank 0 runs without debugger\n");
			server.detach();

			assertThat(jobs.model().servers()).doesNotContain(server);
			assertThat(element(server)).isEmpty();
			assertThat(job.ended()).isNotDone();
		}
	}

	@Test
	void server_thatEnds_saysSoAndCanBeRemoved() throws Exception {
		ServerElement server;
		try (LocalHost host = host()) {
			host.launch(silent(JobSpec.of(1, "sh", "-c", TICKS)));
			server = attach(host.uri());
			awaitJob(server, ElementState.RUNNING);
		}
		jobs.await(() -> server.loss().isPresent());
		assertThat(server.state()).isEqualTo(ElementState.FINISHED);
		jobs.await(() -> element(server).orElseThrow().state().isEnded());
		server.removeEnded();
		assertThat(jobs.model().servers()).doesNotContain(server);
	}

	/** Starts two ranks by prterun, which tells its address in a file. */
	private Process prterun(Path uri) throws Exception {
		ProcessBuilder builder = new ProcessBuilder(Peers.trixie(List.of("prterun", "--allow-run-as-root", "--report-uri", uri.toString(),
				"--map-by", ":oversubscribe", "-n", "2", "sh", "-c", TICKS))).directory(scratch.toFile()).redirectErrorStream(true)
				.redirectOutput(scratch.resolve("launcher").toFile());
		builder.environment().put("TMPDIR", scratch.toString());
		Process prterun = builder.start();
		Await.until("the address of prterun", Duration.ofSeconds(Launched.LIMIT_SECONDS), () -> uri.toFile().length() > 0);
		return prterun;
	}

	private static void awaitEndOfRanks(NamespaceElement shown) {
		Await.until("the end of the ranks", Duration.ofSeconds(Launched.LIMIT_SECONDS),
				() -> shown.ranks().stream().noneMatch(rank -> ProcessHandle.of(rank.pid().orElseThrow()).isPresent()));
	}

	@Test
	void prterun_showsItsRanksAndOutput_andTerminates() throws Exception {
		Path uri = scratch.resolve("uri");
		Process prterun = prterun(uri);
		try {
			ServerElement server = attach("file:" + uri);
			assertThat(server.title()).as("what the user typed, not the program behind this link").isEqualTo("prterun");
			assertThat(server.pid()).hasValue((int) prterun.pid());
			assertThat(server.command().orElseThrow()).startsWith("prterun --allow-run-as-root ").endsWith(TICKS);
			NamespaceElement shown = awaitJob(server, ElementState.RUNNING);

			assertThat(shown.ranks()).extracting(RankElement::rank).containsExactly(0, 1);
			assertThat(shown.ranks()).allMatch(rank -> rank.pid().isPresent() && rank.state() == ElementState.RUNNING);
			Launched.awaitOutput(shown.output().orElseThrow(), "tick");

			shown.terminate();
			jobs.await(() -> shown.state().isEnded());
			awaitEndOfRanks(shown);
		} finally {
			prterun.destroy();
			if (!Await.ends(prterun)) {
				prterun.destroyForcibly(); // it may hang in PMIx_server_finalize if a query arrives then
			}
		}
	}

	@Test
	void prterun_isKilled_itsJobHasEndedInAWayThatIsNotKnown() throws Exception {
		Path uri = scratch.resolve("uri");
		Process prterun = prterun(uri);
		NamespaceElement shown = awaitJob(attach("file:" + uri), ElementState.RUNNING);

		prterun.destroyForcibly();

		jobs.await(() -> shown.state() == ElementState.ENDED);
		assertThat(shown.ranks()).hasSize(2).allMatch(rank -> rank.state() == ElementState.ENDED);
		awaitEndOfRanks(shown);
	}

	@Test
	void attach_withoutServer_saysWhatWasLookedFor() {
		assertThatThrownBy(() -> attach("/no/such/file")).hasMessageContaining("/no/such/file")
				.hasMessageContaining("lists the servers of this user that run now");
		assertThatThrownBy(() -> attach("no-such-namespace")).hasMessageContaining("no-such-namespace");
		assertThatThrownBy(() -> attach("nothing.0;tcp4://127.0.0.1:1")).hasMessageContaining("127.0.0.1");
		assertThat(jobs.model().servers()).noneMatch(ServerElement::isAttached);
	}
}
