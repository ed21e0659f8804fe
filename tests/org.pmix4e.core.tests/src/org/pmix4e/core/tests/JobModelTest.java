// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4e.core.model.JobModelEvent.Kind.ADDED;
import static org.pmix4e.core.model.JobModelEvent.Kind.CHANGED;
import static org.pmix4e.core.model.JobModelEvent.Kind.REMOVED;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobEvent;
import org.pmix4e.core.model.JobModelEvent;
import org.pmix4e.core.model.JobModelListener;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4j.testkit.Peers;

/** Tests the model that views show: servers, jobs and ranks. */
class JobModelTest {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	@Test
	void elements_ofJob_referToEachOther() throws Exception {
		Launched launched = Launched.launch(jobs.script(3, "exit 0")).awaitEnd();

		NamespaceElement namespace = launched.namespace();
		AppElement app = namespace.children().get(0);
		assertThat(jobs.model().servers()).contains(namespace.session().server());
		assertThat(namespace.session().children()).contains(namespace);
		assertThat(namespace.children()).hasSize(1);
		assertThat(app.name()).isEqualTo("sh");
		assertThat(app.children()).isEqualTo(namespace.ranks()).extracting(RankElement::rank).containsExactly(0, 1, 2);
		assertThat(namespace.ranks().get(2).parent()).isEqualTo(Optional.of(app));
		assertThat(namespace.name()).startsWith(namespace.session().server().name().substring(0, 6));
		assertThat(jobs.model().namespace(launched.launch())).contains(namespace);
		assertThat(launched.process().ranks().get(1).element()).contains(namespace.ranks().get(1));
	}

	@Test
	void states_ofFinishedJob_areFinished() throws Exception {
		NamespaceElement namespace = Launched.launch(jobs.script(2, "exit 0")).awaitEnd().namespace();

		assertThat(namespace.state()).isEqualTo(ElementState.FINISHED);
		assertThat(namespace.children().get(0).state()).isEqualTo(ElementState.FINISHED);
		assertThat(namespace.exitCode()).hasValue(0);
		assertThat(namespace.message()).isEmpty();
		assertThat(namespace.firstFailure()).isEmpty();
		assertThat(namespace.endedAt()).isPresent();
		assertThat(namespace.ranks()).allSatisfy(rank -> {
			assertThat(rank.state()).isEqualTo(ElementState.FINISHED);
			assertThat(rank.exitCode()).hasValue(0);
			assertThat(rank.pid()).isPresent();
		});
	}

	@Test
	void waits_ofJob_nameTheMissingRank_andAreGoneAfterTheEnd() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(3, Peers.c("pmix_exit").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "init,fence,finalize init,fence,finalize init,wait");
		Launched launched = Launched.launch(copy);
		jobs.await(() -> launched.namespace().ranks().get(0).waiting().isPresent());

		NamespaceElement namespace = launched.namespace();
		assertThat(namespace.waits()).singleElement().asString().matches("fence waits for rank 2 since \\d+\\.\\d s");
		assertThat(namespace.ranks()).extracting(rank -> rank.waiting().orElse("")).containsExactly("fence waits for rank 2",
				"fence waits for rank 2", "others wait for it: fence waits for rank 2");

		launched.launch().terminate();
		launched.awaitEnd();
		assertThat(namespace.waits()).isEmpty();
		assertThat(namespace.ranks()).allSatisfy(rank -> assertThat(rank.waiting()).isEmpty());
	}

	@Test
	void rank_stoppedByAnother_isSuspendedUntilItIsContinued() throws Exception {
		ILaunchConfigurationWorkingCopy copy = jobs.program(2, Peers.c("pmix_exit").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, "init,wait");
		NamespaceElement namespace = Launched.launch(copy).namespace();
		jobs.await(() -> namespace.connectedRanks() == 2);
		RankElement rank = namespace.ranks().get(1);

		signal("STOP", rank);
		jobs.await(() -> rank.state() == ElementState.SUSPENDED && states(namespace, 1).endsWith("suspended"));
		assertThat(rank.stop()).contains("stopped by SIGSTOP");
		assertThat(namespace.ranks().get(0).state()).isEqualTo(ElementState.CONNECTED);
		assertThat(namespace.ranks().get(0).stop()).isEmpty();

		signal("CONT", rank);
		jobs.await(() -> rank.state() == ElementState.CONNECTED && states(namespace, 1).endsWith("connected, suspended, connected"));
		assertThat(rank.stop()).isEmpty();
		assertThat(states(namespace, 0)).doesNotContain("suspended");
	}

	static void signal(String name, RankElement rank) throws Exception {
		assertThat(new ProcessBuilder("kill", "-" + name, Integer.toString(rank.pid().orElseThrow())).start().waitFor()).isZero();
	}

	private static String states(NamespaceElement namespace, int rank) {
		return namespace.events().stream().filter(event -> event.rank() == rank && event.kind() == JobEvent.Kind.STATE).map(JobEvent::name)
				.collect(Collectors.joining(", "));
	}

	@Test
	void job_thatFailsWhenTheUserEndsIt_isTerminatedAndNotFailed() throws Exception {
		Launched launched = Launched.launch(jobs.script(3, "trap 'exit 1' TERM; echo ready $PMIX_RANK; while :; do sleep 0.1; done"));
		launched.awaitOutput("ready 2");
		launched.launch().terminate();
		NamespaceElement namespace = launched.awaitEnd().namespace();

		assertThat(namespace.state()).isEqualTo(ElementState.KILLED);
		assertThat(namespace.firstFailure()).isEmpty();
		assertThat(namespace.message()).contains("the job was terminated on request");
		assertThat(launched.process().output().text(chunk -> true)).contains("pmix4j: the job was terminated on request")
				.doesNotContain("exited with code");
	}

	@Test
	void rank_thatTheUserEnds_isNamedAndNotAFailure() throws Exception {
		Launched launched = Launched.launch(jobs.script(3, "trap 'exit 1' TERM; echo ready $PMIX_RANK; while :; do sleep 0.1; done"));
		launched.awaitOutput("ready 1");
		launched.namespace().ranks().get(1).terminate();
		NamespaceElement namespace = launched.awaitEnd().namespace();

		assertThat(namespace.state()).isEqualTo(ElementState.KILLED);
		assertThat(namespace.message()).contains("rank 1 was terminated on request, and the other 2 ranks with it");
		assertThat(namespace.ranks()).extracting(RankElement::state).containsOnly(ElementState.KILLED);
	}

	@Test
	void events_ofLaunch_areDeliveredInOrder() throws Exception {
		try (ModelLog log = new ModelLog(jobs.model())) {
			Launched launched = Launched.launch(jobs.script(2, "exit $PMIX_RANK")).awaitEnd();
			NamespaceElement namespace = launched.namespace();
			Jobs.manager().removeLaunch(launched.launch());
			log.await(event -> event.equals(new JobModelEvent(REMOVED, namespace)));

			List<JobModelEvent> events = log.events().stream().filter(event -> namespaceOf(event.element()).equals(Optional.of(namespace)))
					.toList();
			assertThat(events).startsWith(new JobModelEvent(ADDED, namespace)).endsWith(new JobModelEvent(REMOVED, namespace));
			assertThat(events).contains(new JobModelEvent(CHANGED, namespace.ranks().get(0)),
					new JobModelEvent(CHANGED, namespace.ranks().get(1)));
			assertThat(events.lastIndexOf(new JobModelEvent(CHANGED, namespace)))
					.isGreaterThan(events.lastIndexOf(new JobModelEvent(CHANGED, namespace.ranks().get(1))));
			assertThat(namespace.session().children()).doesNotContain(namespace);
		}
	}

	@Test
	void events_withSlowListener_delayNoJobAndAreMerged() throws Exception {
		CompletableFuture<Void> mayContinue = new CompletableFuture<>();
		JobModelListener slow = events -> mayContinue.orTimeout(5, TimeUnit.MINUTES).join();
		jobs.model().addListener(slow);
		try (ModelLog log = new ModelLog(jobs.model())) {
			Launched launched = Launched.launch(jobs.script(4, "exit 0")).awaitEnd();
			assertThat(log.events()).isEmpty();
			mayContinue.complete(null);
			log.await(event -> event.equals(new JobModelEvent(CHANGED, launched.namespace())));
			RankElement rank = launched.namespace().ranks().get(3);
			assertThat(log.events()).filteredOn(event -> event.element() == rank).hasSizeLessThanOrEqualTo(2);
		} finally {
			jobs.model().removeListener(slow);
		}
	}

	@Test
	void events_ofRanks_endWithTheirFates() throws Exception {
		assertThat(lastState("exit 0")).isEqualTo("finished");
		assertThat(lastState("exit 3")).isEqualTo("failed");
	}

	@Test
	void events_ofRankThatIsEndedWithAFailedOne_endWithTerminated() throws Exception {
		NamespaceElement job = Launched.launch(jobs.script(2, "[ $PMIX_RANK = 0 ] && exit 3; exec sleep 1000")).awaitEnd().namespace();

		assertThat(lastState(job, 0)).isEqualTo("failed");
		assertThat(lastState(job, 1)).isEqualTo("terminated");
	}

	private String lastState(String script) throws Exception {
		return lastState(Launched.launch(jobs.script(1, script)).awaitEnd().namespace(), 0);
	}

	private static String lastState(NamespaceElement job, int rank) {
		return job.events().stream().filter(event -> event.rank() == rank && event.kind() == JobEvent.Kind.STATE)
				.reduce((first, second) -> second).orElseThrow().name();
	}

	@Test
	void events_withFailingListener_reachOtherListeners() throws Exception {
		JobModelListener broken = events -> {
			throw new IllegalStateException("thrown by a test");
		};
		jobs.model().addListener(broken);
		try (ModelLog log = new ModelLog(jobs.model())) {
			Launched launched = Launched.launch(jobs.script(1, "exit 0")).awaitEnd();
			log.await(event -> event.equals(new JobModelEvent(ADDED, launched.namespace())));
		} finally {
			jobs.model().removeListener(broken);
		}
	}

	@Test
	void namespace_ofRunningJobWithRemovedLaunch_isRemovedWhenJobEnds() throws Exception {
		Launched launched = Launched.launch(jobs.script(1, "exec sleep 1000"));
		Jobs.manager().removeLaunch(launched.launch());
		assertThat(jobs.model().namespaces()).contains(launched.namespace());
		launched.namespace().terminate();
		launched.awaitEnd();

		jobs.await(() -> !jobs.model().namespaces().contains(launched.namespace()));
	}

	private static Optional<NamespaceElement> namespaceOf(JobElement element) {
		return element instanceof NamespaceElement namespace ? Optional.of(namespace)
				: element.parent().flatMap(JobModelTest::namespaceOf);
	}
}
