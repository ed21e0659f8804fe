// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.TOOL;
import static org.pmix4j.host.tests.node.SessionHost.assertFailed;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.job.Session.State;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;

/** Requests for allocations on a node of four slots. */
class AllocationTest {
	private static final Info TWO = cpus(2);
	private static final Info FOUR = cpus(4);

	private final SessionHost host;

	AllocationTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static Info cpus(long count) {
		return Info.of(AllocAttributes.ALLOC_NUM_CPUS, count);
	}

	private static Info name(String name) {
		return Info.of(AllocAttributes.ALLOC_ID, name);
	}

	private CompletableFuture<Infos> request(Info... infos) {
		return host.allocate(TOOL, AllocDirective.NEW, infos);
	}

	@Test
	void request_freeProcessors_reservesThemAndTellsNamesAndNumbers() throws Exception {
		Infos reply = request(TWO, name("mine"), Info.of(AllocAttributes.ALLOC_REQ_ID, "my request")).join();

		assertThat(reply.get(AllocAttributes.ALLOC_ID)).contains("mine");
		assertThat(reply.get(AllocAttributes.ALLOC_REQ_ID)).contains("my request");
		assertThat(reply.get(SessionAttributes.SESSION_ID)).contains(2);
		assertThat(reply.get(AllocAttributes.ALLOC_NUM_NODES)).contains(1L);
		assertThat(reply.get(AllocAttributes.ALLOC_NODE_LIST)).contains("here");
		assertThat(reply.get(AllocAttributes.ALLOC_NUM_CPUS)).contains(2L);
		assertThat(host.freeSlots()).isEqualTo(2);
	}

	@Test
	void request_nothingStated_sharesTheNodes() throws Exception {
		SessionRun session = host.allocated(TOOL, name("mine"));

		assertThat(session.resources().slots()).isEqualTo(4);
		assertThat(host.freeSlots()).isEqualTo(4);
	}

	@Test
	void request_shared_reservesNothing() throws Exception {
		assertThat(host.allocated(TOOL, FOUR, Info.of(AllocAttributes.ALLOC_SHARE, true)).resources().slots()).isEqualTo(4);
		assertThat(host.freeSlots()).isEqualTo(4);
	}

	@Test
	void request_moreThanTheNodesHave_isRefused() {
		assertFailed(request(cpus(5)), Status.ERR_OUT_OF_RESOURCE, "never suffice");
		assertFailed(request(Info.of(AllocAttributes.ALLOC_NUM_NODES, 2L)), Status.ERR_OUT_OF_RESOURCE, "never suffice");
	}

	@Test
	void request_slotsOfTheOwnJob_isRefused() {
		JobHandle job = host.launch(3);

		assertFailed(host.allocate(Proc.of(job.nspace(), 0), AllocDirective.NEW, TWO), Status.ERR_OUT_OF_RESOURCE, "own job");
	}

	@Test
	void request_whatEveryAllocationHas_isGranted() throws Exception {
		SessionRun session = host.allocated(TOOL, TWO, Info.of(AllocAttributes.ALLOC_NOSHELL, true).required(),
				Info.of(AllocAttributes.ALLOC_WAIT_ALL_NODES, true).required(),
				Info.of(AllocAttributes.ALLOC_RELEASABLE.key(), PmixValue.Bool.TRUE).required());

		assertThat(session.resources().slots()).isEqualTo(2);
	}

	@Test
	void request_nameInUse_isRefused() {
		request(TWO, name("mine")).join();

		assertFailed(request(TWO, name("mine")), Status.ERR_EXISTS, "mine");
	}

	@Test
	void request_nodesByName_givesAllThatIsFree() throws Exception {
		host.launch(1);

		assertThat(host.allocated(TOOL, Info.of(AllocAttributes.ALLOC_NODE_LIST, "localhost")).resources().slots()).isEqualTo(3);
		assertFailed(request(Info.of(AllocAttributes.ALLOC_NODE_LIST, "elsewhere")), Status.ERR_NOT_FOUND, "elsewhere");
		assertFailed(request(TWO, Info.of(AllocAttributes.ALLOC_EXCLUDE, "here")), Status.ERR_OUT_OF_RESOURCE, "never suffice");
	}

	@ParameterizedTest
	@ValueSource(strings = { "pmix[here]", "raw:here", " here , here " })
	void request_nodesByExpression_givesThoseNodes(String nodes) throws Exception {
		assertThat(host.allocated(TOOL, Info.of(AllocAttributes.ALLOC_NODE_LIST, nodes)).resources().slots()).isEqualTo(4);
	}

	@Test
	void request_nodesAsRegex_givesThoseNodes() throws Exception {
		PmixValue regex = new PmixValue.Regex(ByteObject.wrap("pmix[here]".getBytes(StandardCharsets.US_ASCII)));

		assertThat(host.allocated(TOOL, Info.of(AllocAttributes.ALLOC_NODE_LIST.key(), regex)).resources().slots()).isEqualTo(4);
	}

	@Test
	void request_malformedExpression_isRefused() {
		assertFailed(request(Info.of(AllocAttributes.ALLOC_NODE_LIST, "pmix[here")), Status.ERR_BAD_PARAM, "PMIX_ALLOC_NODE_LIST");
		assertFailed(request(Info.of(AllocAttributes.ALLOC_EXCLUDE, "pmix[h[1:1-]]")), Status.ERR_BAD_PARAM, "PMIX_ALLOC_EXCLUDE");
	}

	@Test
	void request_processorsByNumber_reservesThose() throws Exception {
		SessionRun session = host.allocated(TOOL, Info.of(AllocAttributes.ALLOC_CPU_LIST, "1,3"));

		assertThat(session.nodes().pool().get(0).slots()).isEqualTo(2);
		assertThat(session.nodes().pool().get(0).processors().get().allowed().stream()).containsExactly(1, 3);
		assertThat(host.host.session.nodes().pool().get(0).processors().get().allowed().stream()).containsExactly(0, 2);
		assertFailed(request(Info.of(AllocAttributes.ALLOC_CPU_LIST, "4")), Status.ERR_OUT_OF_RESOURCE, "never suffice");
	}

	@Test
	void request_processorsOfEachNode_givesThatMany() throws Exception {
		assertThat(host.allocated(TOOL, Info.of(AllocAttributes.ALLOC_NUM_CPU_LIST, "3")).resources().slots()).isEqualTo(3);
		assertFailed(request(Info.of(AllocAttributes.ALLOC_NUM_CPU_LIST, "1(x2)")), Status.ERR_OUT_OF_RESOURCE, "never suffice");
	}

	@Test
	void request_processorsInUse_waitsUntilTheyAreFree() {
		request(FOUR, name("first")).join();
		CompletableFuture<Infos> second = request(TWO);
		CompletableFuture<Infos> third = request(cpus(1));
		assertThat(second).isNotDone();

		host.allocate(TOOL, AllocDirective.RELEASE, name("first")).join();
		host.loop.run();

		assertThat(second).isCompleted();
		assertThat(third).isCompleted();
		assertThat(host.freeSlots()).isEqualTo(1);
	}

	@Test
	void request_laterAndSmaller_doesNotOvertake() {
		request(cpus(3)).join();
		CompletableFuture<Infos> large = request(FOUR);

		assertThat(request(cpus(1))).isNotDone();
		assertThat(large).isNotDone();
	}

	@Test
	void request_slotsOfAnotherJob_waitsForItsEnd() {
		host.launch(3);
		CompletableFuture<Infos> request = request(TWO);
		assertThat(request).isNotDone();

		host.exitAll();
		host.await(request::isDone);

		assertThat(request).isCompleted();
	}

	@Test
	void request_notWaiting_isAnsweredAtOnceAndGrantedLater() {
		request(FOUR, name("first")).join();
		Infos reply = request(TWO, name("second"), Info.of(AllocAttributes.ALLOC_NOT_WAITING, true)).join();
		assertThat(reply.value(AllocAttributes.ALLOC_ID.key())).contains(new PmixValue.Str("second"));
		assertThat(host.host.sessions.findAllocation("second")).isEmpty();

		host.allocate(TOOL, AllocDirective.RELEASE, name("first")).join();
		host.loop.run();

		assertThat(host.host.sessions.findAllocation("second")).isPresent();
	}

	@Test
	void request_withDependency_waitsForTheJobsSuccess() {
		JobHandle job = host.launch(1);
		CompletableFuture<Infos> request = request(TWO, Info.of(AllocAttributes.ALLOC_DEPENDENCY, job.nspace()));
		assertThat(request).isNotDone();

		host.exitAll();
		host.await(request::isDone);

		assertThat(request).isCompleted();
		assertFailed(request(TWO, Info.of(AllocAttributes.ALLOC_DEPENDENCY, "nobody")), Status.ERR_NOT_FOUND, "nobody");
	}

	@Test
	void request_whoseDependencyFails_fails() {
		JobHandle job = host.launch(1);
		CompletableFuture<Infos> request = request(TWO, Info.of(AllocAttributes.ALLOC_DEPENDENCY, job.nspace()));

		host.node.processes().forEach(process -> process.exit(ExitStatus.exited(3)));
		host.await(request::isDone);

		assertFailed(request, Status.ERR_JOB_CANCELED, job.nspace());
	}

	@Test
	void cancel_waitingRequest_failsIt() {
		request(FOUR).join();
		CompletableFuture<Infos> waiting = request(TWO, name("second"));

		assertThat(host.allocate(TOOL, AllocDirective.REQ_CANCEL, name("second"))).isCompleted();

		assertFailed(waiting, Status.ERR_JOB_CANCELED, "canceled");
		assertFailed(host.allocate(TOOL, AllocDirective.REQ_CANCEL, name("second")), Status.ERR_NOT_FOUND, "waiting");
	}

	@Test
	void jobControl_cancelOfWaitingRequest_failsIt() {
		request(FOUR).join();
		CompletableFuture<Infos> byAllocation = request(TWO, name("second"));
		CompletableFuture<Infos> byRequest = request(TWO, Info.of(AllocAttributes.ALLOC_REQ_ID, "third"));

		assertThat(cancel("second")).isCompleted();
		assertThat(cancel("third")).isCompleted();

		assertFailed(byAllocation, Status.ERR_JOB_CANCELED, "canceled");
		assertFailed(byRequest, Status.ERR_JOB_CANCELED, "canceled");
		assertFailed(cancel("third"), Status.ERR_NOT_FOUND, "no request 'third'");
	}

	private CompletableFuture<Infos> cancel(String name) {
		return host.call(() -> host.host.upcalls.jobControl(TOOL, List.of(), Infos.of(Info.of(JobControlAttributes.JOB_CTRL_CANCEL, name))));
	}

	@Test
	void extend_processors_areAdded() throws Exception {
		SessionRun session = host.allocated(TOOL, TWO, name("mine"));

		Infos reply = host.allocate(TOOL, AllocDirective.EXTEND, name("mine"), cpus(1)).join();

		assertThat(reply.get(AllocAttributes.ALLOC_NUM_CPUS)).contains(3L);
		assertThat(session.resources().slots()).isEqualTo(3);
		assertThat(host.freeSlots()).isEqualTo(1);
		assertFailed(host.allocate(TOOL, AllocDirective.EXTEND, name("mine")), Status.ERR_BAD_PARAM, "nothing");
	}

	@Test
	void release_part_freesIt() throws Exception {
		SessionRun session = host.allocated(TOOL, FOUR, name("mine"));
		host.spawn(TOOL, 3, name("mine")).join();

		host.allocate(TOOL, AllocDirective.RELEASE, name("mine"), cpus(1)).join();

		assertThat(session.resources().slots()).isEqualTo(3);
		assertThat(host.freeSlots()).isEqualTo(1);
		assertFailed(host.allocate(TOOL, AllocDirective.RELEASE, name("mine"), cpus(1)), Status.ERR_RESOURCE_BUSY, "use the resources");
		assertFailed(host.allocate(TOOL, AllocDirective.RELEASE, name("mine")), Status.ERR_RESOURCE_BUSY, "1 jobs");
	}

	@Test
	void release_lent_canBeReacquired() throws Exception {
		SessionRun session = host.allocated(TOOL, FOUR, name("mine"));
		host.allocate(TOOL, AllocDirective.RELEASE, name("mine"), cpus(2), Info.of(AllocAttributes.ALLOC_LEND, "1:00")).join();
		Infos other = request(TWO, name("other")).join();
		assertThat(other.get(AllocAttributes.ALLOC_NUM_CPUS)).contains(2L);

		CompletableFuture<Infos> back = host.allocate(TOOL, AllocDirective.REAQUIRE, name("mine"));
		assertThat(back).isNotDone();
		host.allocate(TOOL, AllocDirective.RELEASE, name("other")).join();
		host.loop.run();

		assertThat(back).isCompleted();
		assertThat(session.resources().slots()).isEqualTo(4);
		assertFailed(host.allocate(TOOL, AllocDirective.REAQUIRE, name("mine")), Status.ERR_INVALID_OPERATION, "lent or preempted");
	}

	@Test
	void request_preemptibleAllocation_makesRoomAndIsWokenLater() throws Exception {
		SessionRun low = host.allocated(TOOL, cpus(3), name("low"), Info.of(AllocAttributes.ALLOC_PREEMPTIBLE, true));
		host.spawn(TOOL, 3, name("low")).join();

		request(TWO, name("high")).join();
		assertThat(low.state()).isEqualTo(State.PREEMPTED);
		assertThat(host.node.processes()).hasSize(3).allMatch(process -> process.signals().contains(Signals.STOP));
		assertThat(host.freeSlots()).isEqualTo(2);

		host.allocate(TOOL, AllocDirective.RELEASE, name("high")).join();
		host.loop.run();

		assertThat(low.state()).isEqualTo(State.ACTIVE);
		assertThat(host.node.processes()).allMatch(process -> process.signals().contains(Signals.CONT));
		assertThat(host.freeSlots()).isEqualTo(1);
	}

	@Test
	void request_unsupportedAttribute_isRefusedByName() {
		assertFailed(request(Info.of(AllocAttributes.ALLOC_IMAGE, "linux")), Status.ERR_NOT_SUPPORTED, "PMIX_ALLOC_IMAGE");
		assertFailed(request(Info.of(AllocAttributes.ALLOC_FABRIC, DataArray.of(Infos.EMPTY))), Status.ERR_NOT_SUPPORTED, "PMIX_ALLOC_FABRIC");
		assertFailed(request(Info.of(AllocAttributes.MEM_ALLOC_KIND, "system,rocm:device")), Status.ERR_NOT_SUPPORTED, "rocm:device");
		assertFailed(request(Info.of(AllocAttributes.ALLOC_QUEUE, "fast")), Status.ERR_NOT_FOUND, "fast");
		assertFailed(request(Info.of("pmix.alloc.new", new PmixValue.Str(""))), Status.ERR_NOT_SUPPORTED, "pmix.alloc.new");
		assertFailed(request(Info.of(IdentityAttributes.USERID, 4711)), Status.ERR_NO_PERMISSIONS, "4711");
		assertFailed(host.allocate(TOOL, AllocDirective.EXTERNAL), Status.ERR_NOT_SUPPORTED, "PMIX_ALLOC_EXTERNAL");
	}

	@Test
	void change_ofTheDefaultSession_isRefused() {
		JobHandle job = host.launch(1);

		assertFailed(host.allocate(Proc.of(job.nspace(), 0), AllocDirective.RELEASE, TWO), Status.ERR_NOT_SUPPORTED, "default session");
		assertFailed(host.allocate(TOOL, AllocDirective.RELEASE, name("none")), Status.ERR_NOT_FOUND, "no allocation");
	}

	@Test
	void change_byAnotherJob_isRefused() throws Exception {
		JobHandle owner = host.launch(1);
		JobHandle stranger = host.launch(1);
		SessionRun session = host.allocated(Proc.of(owner.nspace(), 0), TWO, name("mine"));

		assertFailed(host.allocate(Proc.of(stranger.nspace(), 0), AllocDirective.RELEASE, name("mine")), Status.ERR_NO_PERMISSIONS,
				owner.nspace());
		assertFailed(host.spawn(Proc.of(stranger.nspace(), 0), 1, name("mine")), Status.ERR_NO_PERMISSIONS, owner.nspace());
		assertThat(host.allocate(Proc.of(owner.nspace(), 0), AllocDirective.RELEASE, name("mine"))).isCompleted();
		assertThat(session.state()).isEqualTo(State.ENDED);
	}

	@Test
	void request_forAnotherNamespace_onlyToolsMay() throws Exception {
		JobHandle target = host.launch(1);
		JobHandle stranger = host.launch(1);
		Info forTarget = Info.of(AllocAttributes.ALLOC_TARGET, target.nspace());

		assertThat(host.allocated(TOOL, cpus(1), forTarget).owner()).contains(target.nspace());
		assertFailed(host.allocate(Proc.of(stranger.nspace(), 0), AllocDirective.NEW, cpus(1), forTarget), Status.ERR_NO_PERMISSIONS,
				target.nspace());
		assertFailed(request(cpus(1), Info.of(AllocAttributes.ALLOC_TARGET, "nobody")), Status.ERR_NOT_FOUND, "nobody");
	}

	@Test
	void memory_moreThanTheNodeHas_isRefused() {
		assertFailed(request(Info.of(AllocAttributes.ALLOC_MEM_SIZE, 1e9f)), Status.ERR_OUT_OF_RESOURCE, "never suffice");
		assertFailed(request(Info.of(AllocAttributes.ALLOC_MEM_SIZE, -1f)), Status.ERR_BAD_PARAM, "PMIX_ALLOC_MEM_SIZE");
	}
}
