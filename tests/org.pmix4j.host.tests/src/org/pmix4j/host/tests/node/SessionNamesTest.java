// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.TOOL;
import static org.pmix4j.host.tests.node.SessionHost.assertFailed;
import static org.pmix4j.host.tests.node.SessionHost.name;
import static org.pmix4j.host.tests.node.SessionHost.number;
import static org.pmix4j.host.tests.node.SessionHost.reference;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.job.Session.State;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;

/** Requests that name their session more than once: all names must mean the same session. */
class SessionNamesTest {
	private static final int ALL = -1;
	private static final Info ONE_SLOT = Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L);
	private static final Info PAUSE = Info.of(SessionControlAttributes.SESSION_PAUSE, true);

	private final SessionHost host;
	private final SessionRun one;
	private final SessionRun two;

	SessionNamesTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
		one = host.allocated(TOOL, ONE_SLOT, name("one"), reference("first"));
		two = host.allocated(TOOL, ONE_SLOT, name("two"), reference("second"));
	}

	@AfterEach
	void close() {
		host.close();
	}

	private int id() {
		return one.ids().id();
	}

	@Test
	void change_namesOfTwoAllocations_isRefusedByName() {
		Info time = Info.of(AllocAttributes.ALLOC_TIME, "20");

		assertFailed(host.allocate(TOOL, AllocDirective.EXTEND, name("one"), reference("second"), time), Status.ERR_BAD_PARAM,
				"allocation: the request is about allocation one, but PMIX_ALLOC_REQ_ID names request second");
		assertFailed(host.allocate(TOOL, AllocDirective.RELEASE, reference("first"), number(two)), Status.ERR_BAD_PARAM,
				"the request is about allocation one, but PMIX_SESSION_ID names session " + two.ids().id());
		assertFailed(host.allocate(TOOL, AllocDirective.RELEASE, name("two"), number(one)), Status.ERR_BAD_PARAM,
				"the request is about allocation two, but PMIX_SESSION_ID names session " + id());
		assertThat(host.allocate(TOOL, AllocDirective.RELEASE, name("one"), reference("first"), number(one))).isCompleted();
	}

	@Test
	void cancel_namesOfTwoRequests_isRefusedByName() {
		Info four = Info.of(AllocAttributes.ALLOC_NUM_CPUS, 4L);
		var waiting = host.allocate(TOOL, AllocDirective.NEW, name("three"), reference("third"), four);

		assertFailed(host.allocate(TOOL, AllocDirective.REQ_CANCEL, name("three"), reference("fourth")), Status.ERR_BAD_PARAM,
				"the request is about allocation three, but PMIX_ALLOC_REQ_ID names request fourth");
		assertThat(waiting).isNotDone();
		assertThat(host.allocate(TOOL, AllocDirective.REQ_CANCEL, name("three"), reference("third"))).isCompleted();
		assertThat(waiting).isCompletedExceptionally();
	}

	@ParameterizedTest
	@ValueSource(strings = { "PAUSE", "RESUME", "PREEMPT", "RESTORE", "TERMINATE", "SEP" })
	void control_namesOfAnotherSession_isRefusedByName(String action) {
		Info order = Info.of(KnownAttributes.byName("PMIX_SESSION_" + action).orElseThrow().key(), PmixValue.Bool.TRUE);

		assertFailed(host.control(TOOL, id(), order, name("two")), Status.ERR_BAD_PARAM,
				"session control: the request is about allocation one, but PMIX_ALLOC_ID names allocation two");
		assertFailed(host.control(TOOL, id(), order, reference("second")), Status.ERR_BAD_PARAM, "PMIX_ALLOC_REQ_ID names request second");
		assertThat(one.state()).isEqualTo(State.ACTIVE);
		assertFailed(host.control(TOOL, id(), Info.of(SessionControlAttributes.SESSION_SIGNAL, 10), name("two")), Status.ERR_BAD_PARAM,
				"PMIX_ALLOC_ID names allocation two");
	}

	@Test
	void control_namesOfItsOwnSession_isDone() {
		assertThat(host.control(TOOL, id(), PAUSE, name("one"), reference("first"))).isCompleted();

		assertThat(one.state()).isEqualTo(State.PAUSED);
	}

	@Test
	void control_ofAllSessionsAndANameOfOne_isRefused() throws Exception {
		assertFailed(host.control(TOOL, ALL, PAUSE, name("one")), Status.ERR_BAD_PARAM, "PMIX_ALLOC_ID names allocation one");
		host.allocate(TOOL, AllocDirective.RELEASE, name("one")).join();
		host.allocate(TOOL, AllocDirective.RELEASE, name("two")).join();

		assertFailed(host.control(TOOL, ALL, PAUSE, name("one")), Status.ERR_BAD_PARAM,
				"about no session, but PMIX_ALLOC_ID names allocation one");
	}

	@Test
	void instantiate_numberOfAnotherSessionInTheResources_isRefused() {
		Info resources = Info.of(SessionControlAttributes.SESSION_RESOURCES.key(), DataArray.of(Infos.of(ONE_SLOT, number(one))));

		assertFailed(host.control(TOOL, 42, Info.of(SessionControlAttributes.SESSION_INSTANTIATE, true), resources), Status.ERR_BAD_PARAM,
				"the request opens session 42, but PMIX_SESSION_ID names session " + id());
	}
}
