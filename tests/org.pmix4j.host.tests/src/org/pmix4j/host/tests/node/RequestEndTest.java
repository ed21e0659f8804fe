// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.TOOL;
import static org.pmix4j.host.tests.node.SessionHost.assertFailed;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.session.Sessions;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.job.Session.State;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;

/** Requests and sessions whose requester has left, or that end. */
@Timeout(60)
class RequestEndTest {
	private static final Info TWO = Info.of(AllocAttributes.ALLOC_NUM_CPUS, 2L);
	private static final Info FOUR = Info.of(AllocAttributes.ALLOC_NUM_CPUS, 4L);
	private static final Info HERE = Info.of(AllocAttributes.ALLOC_NODE_LIST, "here");

	private final SessionHost host;

	RequestEndTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static Info name(String name) {
		return Info.of(AllocAttributes.ALLOC_ID, name);
	}

	private CompletableFuture<Infos> request(Info... infos) {
		return host.allocate(TOOL, AllocDirective.NEW, infos);
	}

	@Test
	void request_notWaitingOfAToolThatLeft_isCanceled() {
		request(FOUR, name("first")).join();
		request(TWO, name("second"), Info.of(AllocAttributes.ALLOC_NOT_WAITING, true)).join();
		Proc other = Proc.of("other-tool", 0);
		host.allocate(other, AllocDirective.NEW, TWO, name("third"), Info.of(AllocAttributes.ALLOC_NOT_WAITING, true)).join();

		host.loop.perform(() -> host.host.sessions.gone(TOOL.nspace(), Status.SUCCESS));
		host.loop.run();

		assertThat(host.host.sessions.findAllocation("first")).as("ends with its tool").isEmpty();
		assertThat(host.host.sessions.findAllocation("second")).isEmpty();
		assertThat(host.host.sessions.findAllocation("third")).as("of a tool that is still there").isPresent();
		assertThat(host.freeSlots()).isEqualTo(2);
	}

	@Test
	void cancel_withoutAName_cancelsAllRequestsOfTheRequester() {
		request(FOUR, name("first")).join();
		CompletableFuture<Infos> waiting = request(TWO);
		CompletableFuture<Infos> another = request(TWO, name("second"));
		CompletableFuture<Infos> ofOther = host.allocate(Proc.of("other-tool", 0), AllocDirective.NEW, TWO);
		Info all = Info.of(JobControlAttributes.JOB_CTRL_CANCEL.key(), PmixValue.NullStr.INSTANCE);

		assertThat(host.call(() -> host.host.upcalls.jobControl(TOOL, List.of(), Infos.of(all)))).isCompleted();

		assertFailed(waiting, Status.ERR_JOB_CANCELED, "canceled");
		assertFailed(another, Status.ERR_JOB_CANCELED, "canceled");
		assertThat(ofOther).isNotDone();
	}

	/** The end of a session raises an event. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void end_ofASessionWithJobs_isToldOnce(boolean terminated) {
		List<SessionRun> ends = new ArrayList<>();
		host.loop.perform(() -> host.host.sessions.follow(new Sessions.Listener() {
			@Override
			public void changed(SessionRun changed) {
				if (changed.state() == State.ENDED) {
					ends.add(changed);
				}
			}

			@Override
			public void gone(String nspace, Status status) {
			}
		}));
		host.control(TOOL, 42, Info.of(SessionControlAttributes.SESSION_INSTANTIATE, true), HERE,
				Info.of(SessionControlAttributes.SESSION_APP, new DataArray(DataType.APP, List.of(SessionHost.app(2))))).join();
		SessionRun session = host.host.sessions.find(42).orElseThrow();
		if (terminated) {
			host.control(TOOL, 42, Info.of(SessionControlAttributes.SESSION_TERMINATE, true));
		}

		host.exitAll();
		host.await(() -> session.state() == State.ENDED);
		host.settle();

		assertThat(ends).containsExactly(session);
	}
}
