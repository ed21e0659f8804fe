// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4e.core.model.JobModelEvent.Kind.ADDED;
import static org.pmix4e.core.model.JobModelEvent.Kind.REMOVED;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobModelEvent;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.SessionAction;
import org.pmix4e.core.model.SessionElement;
import org.pmix4j.testkit.Peers;

/** Tests sessions that ranks open with OpenPMIx. */
class SessionsTest {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	private Launched launched;

	/** Launches a rank that opens a session with a job, and returns the session when that job is connected. */
	private SessionElement open() throws Exception {
		String program = Peers.c("pmix_exit").toString();
		ILaunchConfigurationWorkingCopy copy = jobs.program(1, Peers.c("pmix_session").toString());
		copy.setAttribute(PmixLaunchConstants.ATTR_HOSTS, "localhost:4");
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS,
				DebugPlugin.renderArguments(new String[] { "extra", program, "init,ready,wait" }, null));
		launched = Launched.launch(copy);
		Objects.requireNonNull(launched.process().getStreamsProxy()).write("go\n");
		launched.awaitOutput("session ");
		jobs.await(() -> jobs.model().namespaces().stream().anyMatch(this::isConnectedInside));
		return jobs.model().namespaces().stream().filter(this::isConnectedInside).findFirst().orElseThrow().session();
	}

	private boolean isConnectedInside(NamespaceElement job) {
		return job != launched.namespace() && job.connectedRanks() == 1;
	}

	@Test
	void session_ofAllocation_isBesideThatOfItsRank() throws Exception {
		SessionElement session = open();

		SessionElement first = launched.namespace().session();
		assertThat(session.parent()).isEqualTo(Optional.of(first.server()));
		assertThat(first.sessions()).isEmpty();
		assertThat(first.server().children()).containsExactly(first, session);
		assertThat(first.children()).containsExactly(launched.namespace());
		assertThat(session.children()).singleElement().extracting(NamespaceElement::spawner)
				.isEqualTo(Optional.of(launched.namespace().ranks().get(0)));
		assertThat(session.allocation()).contains("extra");
		assertThat(session.deadline()).isEmpty();
		assertThat(session.slots()).isEqualTo(1);
		launched.awaitOutput("session " + session.name());
	}

	@Test
	void pause_stopsTheJobsOfTheSession_untilResume() throws Exception {
		SessionElement session = open();
		RankElement rank = session.children().get(0).ranks().get(0);
		assertThat(session.can(SessionAction.PAUSE)).isTrue();
		assertThat(session.can(SessionAction.RESUME)).isFalse();

		session.control(SessionAction.PAUSE);
		jobs.await(() -> session.state() == ElementState.SUSPENDED && rank.state() == ElementState.SUSPENDED);
		assertThat(session.can(SessionAction.PAUSE)).isFalse();
		assertThat(launched.namespace().ranks().get(0).state()).isEqualTo(ElementState.CONNECTED);

		session.control(SessionAction.RESUME);
		jobs.await(() -> session.state() == ElementState.RUNNING && rank.state() == ElementState.CONNECTED);
	}

	@Test
	void terminate_endsTheSessionWithItsJobs_andLeavesTheOthers() throws Exception {
		SessionElement session = open();
		session.control(SessionAction.TERMINATE);
		jobs.await(() -> session.state() == ElementState.FINISHED);

		assertThat(session.children()).allMatch(job -> job.state().isEnded());
		assertThat(List.of(SessionAction.values())).noneMatch(session::can);
		assertThat(launched.namespace().state().isEnded()).isFalse();
	}

	@Test
	void firstSession_isNotControlled() throws Exception {
		launched = Launched.launch(jobs.script(1, "exec sleep 1000"));
		assertThat(List.of(SessionAction.values())).noneMatch(launched.namespace().session()::can);
	}

	@Test
	void endedSession_isRemovedWithItsLastJob() throws Exception {
		try (ModelLog log = new ModelLog(jobs.model())) {
			SessionElement session = open();
			assertThat(log.events()).contains(new JobModelEvent(ADDED, session));
			session.control(SessionAction.TERMINATE);
			jobs.await(() -> session.state() == ElementState.FINISHED);
			assertThat(session.server().children()).contains(session);

			launched.launch().terminate();
			launched.awaitEnd();
			Jobs.manager().removeLaunch(launched.launch());
			log.await(event -> event.equals(new JobModelEvent(REMOVED, session)));
			assertThat(session.server().children()).doesNotContain(session);
		}
	}
}
