// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.TOOL;
import static org.pmix4j.host.tests.node.SessionHost.assertFailed;
import static org.pmix4j.host.tests.node.SessionHost.name;
import static org.pmix4j.host.tests.node.SessionHost.number;
import static org.pmix4j.host.tests.node.SessionHost.reference;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.session.Inheritance;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.job.Session.State;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.SessionOptions;
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
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;

/** The session in which a job runs, and the ends of sessions with the jobs that own them. */
class SessionChoiceTest {
	private static final Info ONE_SLOT = Info.of(AllocAttributes.ALLOC_NUM_CPUS, 1L);
	private static final Info TWO_SLOTS = Info.of(AllocAttributes.ALLOC_NUM_CPUS, 2L);

	private final SessionHost host;

	SessionChoiceTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static Info target(String name) {
		return Info.of(SpawnAttributes.SPAWN_TARGET, new PmixValue.Str(name));
	}

	private static Info rule(int code) {
		return Info.of(AllocAttributes.ALLOC_INHERITANCE.key(), new PmixValue.UInt8((byte) code));
	}

	private static Proc first(JobHandle job) {
		return Proc.of(job.nspace(), 0);
	}

	private SessionRun sessionOf(String nspace) {
		return host.host.sessions.all().stream().filter(session -> session.session().jobs().contains(nspace)).findFirst().orElseThrow();
	}

	@Test
	void spawn_withoutAName_usesTheSessionOfTheParentOrTheDefaultSession() throws Exception {
		assertThat(sessionOf(host.spawn(TOOL, 1).join())).isSameAs(host.host.session);

		SessionRun session = host.allocated(TOOL, TWO_SLOTS, name("mine"));
		String parent = host.spawn(TOOL, 1, name("mine")).join();

		assertThat(sessionOf(host.spawn(Proc.of(parent, 0), 1).join())).isSameAs(session);
	}

	@Test
	void spawn_withNames_usesTheSessionThatAllOfThemName() throws Exception {
		SessionRun one = host.allocated(TOOL, ONE_SLOT, name("one"), reference("first"));
		SessionRun two = host.allocated(TOOL, TWO_SLOTS, name("two"), reference("first"));

		assertThat(sessionOf(host.spawn(TOOL, 1, reference("first")).join())).isSameAs(two);
		assertThat(sessionOf(host.spawn(TOOL, 1, reference("first"), name("one"), number(one), target("one")).join())).isSameAs(one);
		assertThat(sessionOf(host.spawn(TOOL, 1, target("two"), number(two)).join())).isSameAs(two);
	}

	@Test
	void spawn_withNamesOfTwoSessions_isRefusedByBothNames() throws Exception {
		SessionRun one = host.allocated(TOOL, ONE_SLOT, name("one"), reference("first"));
		SessionRun two = host.allocated(TOOL, TWO_SLOTS, name("two"), reference("second"));
		String number = "PMIX_SESSION_ID names session " + one.ids().id();

		assertFailed(host.spawn(TOOL, 1, reference("first"), name("two")), Status.ERR_BAD_PARAM,
				"PMIX_ALLOC_ID names allocation two, but PMIX_ALLOC_REQ_ID names request first");
		assertFailed(host.spawn(TOOL, 1, name("two"), number(one)), Status.ERR_BAD_PARAM,
				"PMIX_SESSION_ID names allocation one, but PMIX_ALLOC_ID names allocation two");
		assertFailed(host.spawn(TOOL, 1, number(one), target("two")), Status.ERR_BAD_PARAM,
				"PMIX_SPAWN_TARGET names allocation two, but " + number);
		assertFailed(host.spawn(TOOL, 1, number(two), reference("never")), Status.ERR_BAD_PARAM,
				"PMIX_SESSION_ID names allocation two, but PMIX_ALLOC_REQ_ID names request never");
		assertThat(host.node.processes()).isEmpty();
	}

	@Test
	void spawn_unknownName_isRefused() {
		assertFailed(host.spawn(TOOL, 1, Info.of(SessionAttributes.SESSION_ID, -2)), Status.ERR_NOT_FOUND, "4294967294");
		assertFailed(host.spawn(TOOL, 1, name("none")), Status.ERR_NOT_FOUND, "'none'");
		assertFailed(host.spawn(TOOL, 1, Info.of(AllocAttributes.ALLOC_REQ_ID, "never")), Status.ERR_NOT_FOUND, "'never'");
		assertFailed(host.spawn(TOOL, 1, Info.of(SpawnAttributes.SPAWN_TARGET, new DataArray(DataType.STRING,
				List.of(new PmixValue.Str("a"), new PmixValue.Str("b"))))), Status.ERR_NOT_SUPPORTED, "a,b");
		assertThat(host.node.processes()).isEmpty();
	}

	@Test
	void launch_unknownSession_failsTheJob() {
		JobHandle job = host.host.launch(OneNodeHost.spec(1).withOptions(OptionValues.DEFAULTS.with(SessionOptions.ALLOCATION, "none")));
		host.await(() -> job.ended().isDone());

		assertThat(job.ended().join().isSuccess()).isFalse();
		assertThat(job.ended().join().message().orElse("")).contains("there is no allocation 'none'");
	}

	@Test
	void launch_namedSession_runsInIt() throws Exception {
		SessionRun session = host.allocated(TOOL, ONE_SLOT, name("mine"));

		JobHandle job = host.host.launch(OneNodeHost.spec(1)
				.withOptions(OptionValues.DEFAULTS.with(SessionOptions.ID, Integer.toString(session.ids().id()))));

		assertThat(sessionOf(job.nspace())).isSameAs(session);
	}

	@Test
	void owner_ends_unusedAllocationIsFreed() throws Exception {
		JobHandle owner = host.launch(1);
		SessionRun session = host.allocated(first(owner), ONE_SLOT);

		host.exitAll();
		host.await(() -> session.state() == State.ENDED);

		assertThat(host.freeSlots()).isEqualTo(4);
		assertThat(host.host.sessions.all()).hasSize(1);
	}

	@Test
	void tool_isGone_unusedAllocationIsFreed() throws Exception {
		SessionRun session = host.allocated(TOOL, ONE_SLOT);

		host.loop.perform(() -> host.host.sessions.gone(TOOL.nspace(), Status.SUCCESS));

		assertThat(session.state()).isEqualTo(State.ENDED);
	}

	@Test
	void owner_ends_separateAllocationStays() throws Exception {
		JobHandle owner = host.launch(1);
		SessionRun session = host.allocated(first(owner), ONE_SLOT, Info.of(AllocAttributes.ALLOC_CHILD_SEP, true));

		host.exitAll();
		host.await(() -> owner.ended().isDone());
		host.loop.run();

		assertThat(session.state()).isEqualTo(State.ACTIVE);
		assertThat(host.freeSlots()).isEqualTo(3);
	}

	@Test
	void owner_ends_jobsOfItsAllocationGoOnWithoutReservation() throws Exception {
		SessionRun session = host.allocated(TOOL, ONE_SLOT, name("mine"));
		host.spawn(Proc.of("other tool", 0), 1, name("mine")).join();

		host.loop.perform(() -> host.host.sessions.gone(TOOL.nspace(), Status.SUCCESS));
		assertThat(session.state()).isEqualTo(State.ACTIVE);
		assertThat(host.freeSlots()).isEqualTo(4);
		host.exitAll();

		host.await(() -> session.state() == State.ENDED);
	}

	@Test
	void owner_ends_inheritanceNoneEndsTheJobs() throws Exception {
		SessionRun session = host.allocated(TOOL, ONE_SLOT, name("mine"), rule(1));
		host.spawn(Proc.of("other tool", 0), 1, name("mine")).join();

		host.loop.perform(() -> host.host.sessions.gone(TOOL.nspace(), Status.SUCCESS));

		assertThat(session.isEnding()).isTrue();
		assertThat(host.node.processes().get(0).signals()).contains(Signals.TERM);
	}

	@Test
	void owner_ends_inheritanceChildWaitsForDescendants() throws Exception {
		JobHandle owner = host.launch(1);
		SessionRun session = host.allocated(first(owner), ONE_SLOT, rule(2));
		host.spawn(first(owner), 1).join();

		host.node.processes().get(0).exit(ExitStatus.exited(0));
		host.await(() -> owner.ended().isDone());
		host.loop.run();
		assertThat(session.state()).isEqualTo(State.ACTIVE);
		host.exitAll();

		host.await(() -> session.state() == State.ENDED);
		assertThat(Inheritance.of(9)).isEmpty();
	}

	@Test
	void parent_ends_childSessionsEndUnlessTheyAreSeparate() throws Exception {
		SessionRun parent = host.allocated(TOOL, ONE_SLOT, name("parent"));
		Proc rank = Proc.of(host.spawn(TOOL, 1, name("parent")).join(), 0);
		SessionRun child = host.allocated(rank, ONE_SLOT, rule(4));
		SessionRun separate = host.allocated(rank, ONE_SLOT, Info.of(AllocAttributes.ALLOC_CHILD_SEP, true));
		assertThat(parent.session().children()).containsExactly(child.ids().id());

		host.loop.perform(parent::end);
		host.node.passGraceTime();
		host.await(() -> parent.state() == State.ENDED);

		assertThat(child.state()).isEqualTo(State.ENDED);
		assertThat(separate.state()).isEqualTo(State.ACTIVE);
	}

	@Test
	void parentJob_fails_childEndsUnlessItWasSeparated() {
		JobHandle parent = host.launch(1);
		host.spawn(first(parent), 1).join();
		String separate = host.spawn(first(parent), 1).join();
		assertThat(host.call(() -> host.host.upcalls.jobControl(TOOL, List.of(Proc.wildcard(separate)),
				Infos.of(Info.of(JobControlAttributes.JOB_CTRL_SEP, true))))).isCompleted();

		host.node.processes().get(0).exit(ExitStatus.exited(3));
		host.await(() -> !host.node.processes().get(1).signals().isEmpty());

		assertThat(host.node.processes().get(1).signals()).contains(Signals.TERM);
		assertThat(host.node.processes().get(2).signals()).isEmpty();
	}

	@Test
	void thousandJobsAndSessions_leaveNothing() throws Exception {
		for (int i = 0; i < 1000; i++) {
			SessionRun session = host.allocated(TOOL, ONE_SLOT, name("mine"), Info.of(AllocAttributes.ALLOC_TIME, "100"));
			String nspace = host.spawn(TOOL, 1, name("mine")).join();
			host.node.processes().get(i).exit(ExitStatus.exited(0));
			host.await(() -> !session.session().jobs().contains(nspace));
			host.allocate(TOOL, AllocDirective.RELEASE, name("mine")).join();
		}

		assertThat(host.host.sessions.all()).hasSize(1);
		assertThat(host.host.sessions.main().session().jobs()).isEmpty();
		assertThat(host.host.sessions.main().resources().busy()).isEmpty();
		assertThat(host.freeSlots()).isEqualTo(4);
		assertThat(host.loop.timers()).isLessThan(10);
	}
}
