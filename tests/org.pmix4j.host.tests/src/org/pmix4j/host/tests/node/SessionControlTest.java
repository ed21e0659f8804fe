// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.TOOL;
import static org.pmix4j.host.tests.node.SessionHost.app;
import static org.pmix4j.host.tests.node.SessionHost.assertFailed;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.job.Session.State;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataType;
import org.pmix4j.model.DeviceType;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SessionControlAttributes;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.server.options.OwnUser;

/** Session control and resource blocks on a node of four slots. */
class SessionControlTest {
	private static final int ALL = -1;
	private static final Info INSTANTIATE = on(SessionControlAttributes.SESSION_INSTANTIATE);
	private static final Info HERE = Info.of(AllocAttributes.ALLOC_NODE_LIST, "here");

	private final SessionHost host;

	SessionControlTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static Info on(Attribute<Boolean> action) {
		return Info.of(action, true);
	}

	private static Info apps(int ranks) {
		return Info.of(SessionControlAttributes.SESSION_APP, new DataArray(DataType.APP, List.of(app(ranks))));
	}

	private static Info resources(Info... infos) {
		return Info.of(SessionControlAttributes.SESSION_RESOURCES, DataArray.of(Infos.of(infos)));
	}

	private SessionRun session(int number, Info... more) {
		Infos directives = Infos.of(more).with(INSTANTIATE);
		assertThat(host.call(() -> host.host.upcalls.sessionControl(TOOL, number, directives))).isCompleted();
		return host.host.sessions.find(number).orElseThrow();
	}

	private boolean allGot(int signal) {
		return host.node.processes().stream().allMatch(process -> process.signals().contains(signal));
	}

	@Test
	void instantiate_withPrograms_startsThemAndTellsNames() throws Exception {
		CompletableFuture<Infos> done = host.control(TOOL, 42, INSTANTIATE, resources(HERE), apps(2),
				Info.of(SessionControlAttributes.SESSION_CTRL_ID, "my request"));

		Infos answer = done.join();
		assertThat(answer.get(SessionAttributes.SESSION_ID)).contains(42);
		assertThat(answer.get(AllocAttributes.ALLOC_ID)).contains("session42");
		assertThat(answer.get(SessionControlAttributes.SESSION_CTRL_ID)).contains("my request");
		assertThat(host.host.sessions.find(42).orElseThrow().session().jobs()).containsExactly(answer.get(JobAttributes.NSPACE).orElseThrow());
		assertThat(host.node.processes()).hasSize(2);
	}

	@Test
	void instantiate_withPrograms_endsWithTheLastOfThem() {
		SessionRun session = session(42, HERE, apps(1));

		host.exitAll();
		host.await(() -> session.state() == State.ENDED);

		assertThat(host.freeSlots()).isEqualTo(4);
		assertThat(session.outcomes()).singleElement().satisfies(outcome -> assertThat(outcome.status()).isEqualTo(Status.SUCCESS));
	}

	@Test
	void instantiate_withoutPrograms_outlivesItsRequester() {
		SessionRun session = session(42, HERE);
		host.loop.perform(() -> host.host.sessions.gone(TOOL.nspace(), Status.SUCCESS));
		assertThat(session.state()).isEqualTo(State.ACTIVE);

		SessionRun bound = session(43, Info.of(SessionControlAttributes.SESSION_SEP, false));
		host.loop.perform(() -> host.host.sessions.gone(TOOL.nspace(), Status.SUCCESS));
		assertThat(bound.state()).isEqualTo(State.ENDED);
	}

	@Test
	void instantiate_malformed_isRefused() {
		session(42, HERE);

		assertFailed(host.control(TOOL, 42, INSTANTIATE), Status.ERR_EXISTS, "42");
		assertFailed(host.control(TOOL, ALL, INSTANTIATE), Status.ERR_BAD_PARAM, "number");
		assertFailed(host.control(TOOL, 43, INSTANTIATE, apps(1)), Status.ERR_BAD_PARAM, "without resources");
		assertFailed(host.control(TOOL, 43, INSTANTIATE, HERE), Status.ERR_OUT_OF_RESOURCE, "other sessions");
		assertFailed(host.control(TOOL, 43, INSTANTIATE, Info.of(SessionControlAttributes.SESSION_APP.key(), new PmixValue.Str("sh"))),
				Status.ERR_BAD_PARAM, "PMIX_SESSION_APP");
		assertFailed(host.control(TOOL, 43, INSTANTIATE,
				Info.of(SessionControlAttributes.SESSION_JOB, DataArray.of(Infos.EMPTY))), Status.ERR_BAD_PARAM, "PMIX_SESSION_JOB");
		assertFailed(host.control(TOOL, 43, INSTANTIATE, on(SessionControlAttributes.SESSION_PAUSE)), Status.ERR_BAD_PARAM, "one action");
		assertFailed(host.control(TOOL, 43), Status.ERR_BAD_PARAM, "no action");
		assertFailed(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_PAUSE), apps(1)), Status.ERR_BAD_PARAM, "instantiated");
	}

	@Test
	void instantiate_provisioning_isNotSupported() {
		assertFailed(host.control(TOOL, 43, INSTANTIATE, Info.of(SessionControlAttributes.SESSION_PROVISION_IMAGE, "linux")),
				Status.ERR_NOT_SUPPORTED, "provision");
		assertFailed(host.control(TOOL, 43, on(SessionControlAttributes.SESSION_COMPLETE)), Status.ERR_NOT_SUPPORTED, "complete");
	}

	@Test
	void instantiate_forAnotherUser_isRefused() {
		OwnUser own = OwnUser.ofThisProcess().orElseThrow();

		assertFailed(host.control(TOOL, 43, INSTANTIATE, Info.of(IdentityAttributes.USERID, own.uid() + 1)), Status.ERR_NO_PERMISSIONS, "user");
		assertFailed(host.control(TOOL, 43, INSTANTIATE, Info.of(IdentityAttributes.GRPID, own.gid() + 1)), Status.ERR_NO_PERMISSIONS, "group");
		session(43, Info.of(IdentityAttributes.USERID, own.uid()), Info.of(IdentityAttributes.GRPID, own.gid()));
	}

	@Test
	void pauseAndResume_stopAndContinueAllJobs() {
		SessionRun session = session(42, HERE, apps(2));

		assertThat(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_PAUSE))).isCompleted();
		assertThat(allGot(Signals.STOP)).isTrue();
		assertThat(session.state()).isEqualTo(State.PAUSED);
		assertThat(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_RESUME))).isCompleted();

		assertThat(allGot(Signals.CONT)).isTrue();
		assertThat(session.state()).isEqualTo(State.ACTIVE);
	}

	@Test
	void preemptAndRestore_giveTheSlotsAwayAndTakeThemBack() {
		SessionRun session = session(42, HERE, apps(2));
		assertThat(host.freeSlots()).isZero();

		assertThat(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_PREEMPT))).isCompleted();
		assertThat(session.state()).isEqualTo(State.PREEMPTED);
		assertThat(host.freeSlots()).isEqualTo(4);
		assertFailed(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_RESUME)), Status.ERR_INVALID_OPERATION, "restored");
		session(43, HERE);
		assertFailed(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_RESTORE)), Status.ERR_RESOURCE_BUSY, "other sessions");
		assertThat(host.control(TOOL, 43, on(SessionControlAttributes.SESSION_TERMINATE))).isCompleted();
		assertThat(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_RESTORE))).isCompleted();

		assertThat(allGot(Signals.CONT)).isTrue();
		assertThat(host.freeSlots()).isZero();
	}

	@Test
	void preempt_oneJob_stopsOnlyIt() throws Exception {
		session(42, HERE);
		String first = host.spawn(TOOL, 1, Info.of(SessionAttributes.SESSION_ID, 42)).join();
		host.spawn(TOOL, 1, Info.of(SessionAttributes.SESSION_ID, 42)).join();

		assertThat(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_PREEMPT), Info.of(JobAttributes.NSPACE, first))).isCompleted();

		assertThat(host.node.processes().get(0).signals()).contains(Signals.STOP);
		assertThat(host.node.processes().get(1).signals()).isEmpty();
		assertFailed(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_RESTORE), Info.of(JobAttributes.NSPACE, "nobody")),
				Status.ERR_NOT_FOUND, "nobody");
	}

	@Test
	void signal_reachesAllJobs() {
		session(42, HERE, apps(2));

		assertThat(host.control(TOOL, 42, Info.of(SessionControlAttributes.SESSION_SIGNAL, 10))).isCompleted();

		assertThat(allGot(10)).isTrue();
		assertFailed(host.control(TOOL, 42, Info.of(SessionControlAttributes.SESSION_SIGNAL, 65)), Status.ERR_BAD_PARAM, "65");
	}

	@Test
	void terminate_endsJobsAndIsAnsweredAfterwards() {
		SessionRun session = session(42, HERE, apps(1));

		CompletableFuture<Infos> done = host.control(TOOL, 42, on(SessionControlAttributes.SESSION_TERMINATE));
		CompletableFuture<State> seen = done.thenApply(answer -> session.state());
		host.node.passGraceTime();
		host.await(done::isDone);

		assertThat(seen).isCompletedWithValue(State.ENDED);
		assertThat(session.state()).isEqualTo(State.ENDED);
		assertFailed(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_PAUSE)), Status.ERR_NOT_FOUND, "42");
	}

	@Test
	void extend_timeAndNodes_areSet() {
		SessionRun session = session(42, Info.of(KeyValueAttributes.TIMEOUT, 10));
		assertThat(session.session().nodes()).isEmpty();

		assertThat(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_EXTEND), HERE, Info.of(AllocAttributes.ALLOC_TIME, "20")))
				.isCompleted();
		assertThat(session.session().slots()).isEqualTo(4);
		host.loop.advance(Duration.ofSeconds(19));
		assertThat(session.state()).isEqualTo(State.ACTIVE);
		host.loop.advance(Duration.ofSeconds(1));

		assertThat(session.state()).isEqualTo(State.ENDED);
	}

	@Test
	void jobControl_cancelOfATimedControl_liftsTheLimit() {
		Proc stranger = host.launch(1).ranks().get(0).proc();
		SessionRun session = session(42, Info.of(KeyValueAttributes.TIMEOUT, 10), Info.of(SessionControlAttributes.SESSION_CTRL_ID, "first"));
		assertThat(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_EXTEND), Info.of(AllocAttributes.ALLOC_TIME, "20"),
				Info.of(SessionControlAttributes.SESSION_CTRL_ID, "second"))).isCompleted();

		assertFailed(cancel(TOOL, "first"), Status.ERR_NOT_FOUND, "first");
		assertFailed(cancel(stranger, "second"), Status.ERR_NOT_FOUND, "second");
		assertThat(cancel(TOOL, "second")).isCompleted();

		host.loop.advance(Duration.ofSeconds(30));
		assertThat(session.state()).isEqualTo(State.ACTIVE);
		assertFailed(cancel(TOOL, "second"), Status.ERR_NOT_FOUND, "second");
	}

	@Test
	void jobControl_cancelWhileProgramsStart_endsTheSession() {
		JobHandle stranger = host.launch(1);
		host.node.holdStarts();
		CompletableFuture<Infos> done = host.control(TOOL, 42, INSTANTIATE, Info.of(AllocAttributes.ALLOC_NUM_CPUS, 2L), apps(2),
				Info.of(SessionControlAttributes.SESSION_CTRL_ID, "mine"));
		SessionRun session = host.host.sessions.find(42).orElseThrow();
		CompletableFuture<State> seen = done.handle((answer, problem) -> session.state());

		assertFailed(cancel(TOOL, "other"), Status.ERR_NOT_FOUND, "other");
		assertFailed(cancel(Proc.of(stranger.nspace(), 0), "mine"), Status.ERR_NOT_FOUND, "mine");
		assertThat(done).isNotDone();
		assertThat(cancel(TOOL, "mine")).isCompleted();
		host.node.reportStarts();
		host.node.passGraceTime();
		host.await(done::isDone);

		assertFailed(done, Status.ERR_JOB_CANCELED, "tool:0 canceled the request before all programs");
		assertThat(seen).isCompletedWithValue(State.ENDED);
		assertThat(host.host.sessions.find(42)).isEmpty();
		assertThat(host.freeSlots()).isEqualTo(3);
		assertFailed(cancel(TOOL, "mine"), Status.ERR_NOT_FOUND, "mine");
	}

	@Test
	void jobControl_cancelWhenProgramsRun_isTooLate() {
		SessionRun session = session(42, HERE, apps(1), Info.of(SessionControlAttributes.SESSION_CTRL_ID, "mine"));

		assertFailed(cancel(TOOL, "mine"), Status.ERR_NOT_FOUND, "mine");
		assertThat(session.state()).isEqualTo(State.ACTIVE);
	}

	@Test
	void terminate_whileProgramsStart_failsTheirRequest() {
		host.node.holdStarts();
		CompletableFuture<Infos> done = host.control(TOOL, 42, INSTANTIATE, HERE, apps(1));

		CompletableFuture<Infos> terminated = host.control(TOOL, 42, on(SessionControlAttributes.SESSION_TERMINATE));
		host.node.reportStarts();
		host.node.passGraceTime();
		host.await(() -> done.isDone() && terminated.isDone());

		assertFailed(done, Status.ERR_JOB_CANCELED, "");
		assertThat(terminated).isCompleted();
		assertThat(host.freeSlots()).isEqualTo(4);
	}

	private CompletableFuture<Infos> cancel(Proc requester, String name) {
		return host.call(
				() -> host.host.upcalls.jobControl(requester, List.of(), Infos.of(Info.of(JobControlAttributes.JOB_CTRL_CANCEL, name))));
	}

	@Test
	void extend_byNothing_isRefused() {
		session(42, HERE);

		assertFailed(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_EXTEND)), Status.ERR_BAD_PARAM, "nothing");
	}

	@Test
	void separate_boundSession_outlivesItsOwner() {
		SessionRun session = session(42, HERE, Info.of(SessionControlAttributes.SESSION_SEP, false));

		assertThat(host.control(TOOL, 42, on(SessionControlAttributes.SESSION_SEP))).isCompleted();
		host.loop.perform(() -> host.host.sessions.gone(TOOL.nspace(), Status.SUCCESS));

		assertThat(session.state()).isEqualTo(State.ACTIVE);
	}

	@Test
	void control_allSessions_meansThoseOfTheRequester() {
		JobHandle stranger = host.launch(1);
		SessionRun one = session(42, Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L));
		SessionRun two = session(43, Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L));

		assertThat(host.control(Proc.of(stranger.nspace(), 0), ALL, on(SessionControlAttributes.SESSION_PAUSE))).isCompleted();
		assertThat(one.state()).isEqualTo(State.ACTIVE);
		assertThat(host.control(TOOL, ALL, on(SessionControlAttributes.SESSION_PAUSE))).isCompleted();

		assertThat(List.of(one.state(), two.state())).containsOnly(State.PAUSED);
		assertThat(host.host.session.state()).isEqualTo(State.ACTIVE);
	}

	@Test
	void control_withoutRight_isRefused() {
		JobHandle stranger = host.launch(1);
		session(42, Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L));

		assertFailed(host.control(Proc.of(stranger.nspace(), 0), 42, on(SessionControlAttributes.SESSION_PAUSE)),
				Status.ERR_NO_PERMISSIONS, "42");
		assertFailed(host.control(TOOL, 1, on(SessionControlAttributes.SESSION_TERMINATE)), Status.ERR_NO_PERMISSIONS, "default session");
	}

	private CompletableFuture<Void> block(ResourceBlockDirective directive, String name, ResourceUnit... units) {
		return host.call(() -> host.host.upcalls.resourceBlock(TOOL, directive, name, List.of(units), Infos.EMPTY));
	}

	@Test
	void block_definedAndChanged_isAllocated() throws Exception {
		assertThat(block(ResourceBlockDirective.DEFINE, "pair", new ResourceUnit(DeviceType.CPU, 2))).isCompleted();
		assertThat(block(ResourceBlockDirective.EXTEND, "pair", new ResourceUnit(DeviceType.CPU, 2))).isCompleted();
		assertThat(block(ResourceBlockDirective.REMOVE, "pair", new ResourceUnit(DeviceType.CPU, 3))).isCompleted();

		SessionRun session = host.allocated(TOOL, Info.of(AllocAttributes.ALLOC_RES_BLOCK, "pair"),
				Info.of(AllocAttributes.ALLOC_NUM_BLOCKS, 3L));

		assertThat(session.resources().slots()).isEqualTo(3);
		assertThat(block(ResourceBlockDirective.DELETE, "pair")).isCompleted();
		assertFailed(block(ResourceBlockDirective.DELETE, "pair"), Status.ERR_NOT_FOUND, "'pair'");
	}

	@Test
	void block_targetOfASession_givesItsResources() {
		block(ResourceBlockDirective.DEFINE, "three", new ResourceUnit(DeviceType.CORE, 3)).join();

		assertThat(session(42, resources(Info.of(AllocAttributes.ALLOC_RES_BLOCK, "three"))).session().slots()).isEqualTo(3);
	}

	@Test
	void block_targetOfASpawn_isHeldUntilTheJobEnds() {
		block(ResourceBlockDirective.DEFINE, "two", new ResourceUnit(DeviceType.CPU, 2)).join();

		String nspace = host.spawn(TOOL, 2, Info.of(AllocAttributes.ALLOC_RES_BLOCK, "two")).join();
		assertThat(host.freeSlots()).isEqualTo(2);
		assertThat(host.host.sessions.all().get(1).session().jobs()).containsExactly(nspace);
		assertFailed(host.spawn(TOOL, 1, Info.of(AllocAttributes.ALLOC_RES_BLOCK, "two"), Info.of(AllocAttributes.ALLOC_NUM_BLOCKS, 2L)),
				Status.ERR_JOB_ALLOC_FAILED, "not free");
		assertFailed(host.spawn(TOOL, 1, Info.of(AllocAttributes.ALLOC_RES_BLOCK, "none")), Status.ERR_NOT_FOUND, "'none'");
		host.exitAll();

		host.await(() -> host.host.sessions.all().size() == 1);
		assertThat(host.freeSlots()).isEqualTo(4);
	}

	@Test
	void block_malformed_isRefused() {
		block(ResourceBlockDirective.DEFINE, "one", new ResourceUnit(DeviceType.CPU, 1)).join();

		assertFailed(block(ResourceBlockDirective.DEFINE, "one", new ResourceUnit(DeviceType.CPU, 1)), Status.ERR_EXISTS, "'one'");
		assertFailed(block(ResourceBlockDirective.REMOVE, "one", new ResourceUnit(DeviceType.CPU, 2)), Status.ERR_BAD_PARAM, "fewer");
		assertFailed(block(ResourceBlockDirective.DEFINE, "two", new ResourceUnit(DeviceType.GPU, 1)), Status.ERR_NOT_SUPPORTED, "GPU");
		assertFailed(block(ResourceBlockDirective.DEFINE, "two"), Status.ERR_BAD_PARAM, "'two'");
		assertFailed(block(ResourceBlockDirective.DEFINE, " "), Status.ERR_BAD_PARAM, "name");
		assertFailed(host.allocate(TOOL, AllocDirective.NEW, Info.of(AllocAttributes.ALLOC_RES_BLOCK, "none")),
				Status.ERR_NOT_FOUND, "'none'");
	}
}
