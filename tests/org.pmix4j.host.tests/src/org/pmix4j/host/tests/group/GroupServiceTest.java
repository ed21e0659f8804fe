// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.host.internal.group.GroupService;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.server.spi.LoopTimer;

class GroupServiceTest {
	private final List<Runnable> timers = new ArrayList<>();
	private final GroupService service = new GroupService(this::schedule);

	private LoopTimer schedule(Duration delay, Runnable task) {
		assertThat(delay).isEqualTo(Duration.ofSeconds(3));
		timers.add(task);
		return () -> timers.remove(task);
	}

	private static Proc rank(int rank) {
		return Proc.of("job", rank);
	}

	private CompletableFuture<Infos> construct(List<Proc> procs, Infos infos) {
		return service.serve(GroupOperation.CONSTRUCT, "group", procs, infos);
	}

	private CompletableFuture<Infos> leader(int rank, long leaders, int... added) {
		List<Proc> procs = Arrays.stream(added).mapToObj(GroupServiceTest::rank).toList();
		return construct(List.of(rank(rank)), Infos.EMPTY.with(GroupAttributes.GROUP_BOOTSTRAP, leaders)
				.with(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true).with(GroupAttributes.GROUP_ADD_MEMBERS, DataArray.ofProcs(procs))
				.with(ProcAttributes.PROCID, rank(rank)));
	}

	private CompletableFuture<Infos> follower(int rank, Infos infos) {
		return construct(List.of(), infos.with(ProcAttributes.PROCID, rank(rank)));
	}

	private static List<Proc> members(CompletableFuture<Infos> answer) throws PmixException {
		assertThat(answer).isCompleted();
		return answer.join().get(GroupAttributes.GROUP_MEMBERSHIP).orElseThrow().procs();
	}

	private static Status failure(CompletableFuture<Infos> answer) {
		assertThat(answer).isCompletedExceptionally();
		try {
			answer.join();
			throw new AssertionError("it did not fail");
		} catch (CompletionException e) {
			return e.getCause() instanceof PmixException problem ? problem.status() : Status.ERROR;
		}
	}

	@Test
	void construct_contextIds_areUniqueAndOnlyOnRequest() throws PmixException {
		Infos local = Infos.EMPTY.with(GroupAttributes.GROUP_LOCAL_ONLY, true);
		Infos wanted = local.with(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true);
		long first = construct(List.of(rank(0)), wanted).join().get(GroupAttributes.GROUP_CONTEXT_ID).orElseThrow();

		assertThat(construct(List.of(rank(0)), wanted).join().get(GroupAttributes.GROUP_CONTEXT_ID).orElseThrow()).isNotEqualTo(first);
		assertThat(construct(List.of(rank(0)), local).join()).isEqualTo(Infos.EMPTY);
	}

	/** All processes of the host are clients of its one server, which says so. */
	@Test
	void construct_memberThatNoServerKnows_isNotFound() {
		assertThat(failure(construct(List.of(rank(0), Proc.of("none", 0)), Infos.EMPTY))).isEqualTo(Status.ERR_NOT_FOUND);
	}

	@Test
	void bootstrap_allLeadersAndFollowersJoined_completes() throws PmixException {
		CompletableFuture<Infos> early = follower(3, Infos.EMPTY);
		CompletableFuture<Infos> first = leader(2, 2, 3);
		CompletableFuture<Infos> second = leader(0, 2, 1);
		assertThat(first).isNotDone();
		CompletableFuture<Infos> last = follower(1, Infos.EMPTY);

		assertThat(members(last)).containsExactly(rank(0), rank(1), rank(2), rank(3));
		assertThat(members(first)).isEqualTo(members(last));
		assertThat(second.join()).isEqualTo(last.join());
		assertThat(early.join().get(GroupAttributes.GROUP_CONTEXT_ID)).isPresent();
	}

	@Test
	void bootstrap_processThatNoLeaderNames_waitsForTheNextGroup() {
		CompletableFuture<Infos> stranger = follower(9, Infos.EMPTY);
		assertThat(leader(0, 1)).isCompleted();
		assertThat(stranger).isNotDone();
		assertThat(leader(1, 1, 9)).isCompleted();

		assertThat(stranger).isCompleted();
	}

	@Test
	void bootstrap_leadersDisagree_refusesTheLater() {
		CompletableFuture<Infos> first = leader(0, 2);

		assertThat(failure(leader(1, 3))).isEqualTo(Status.ERR_BAD_PARAM);
		assertThat(first).isNotDone();
	}

	@Test
	void bootstrap_sameProcessTwice_isRefused() {
		leader(0, 2);

		assertThat(failure(leader(0, 2))).isEqualTo(Status.ERR_EXISTS);
	}

	@Test
	void bootstrap_timeout_failsForAll() {
		CompletableFuture<Infos> leader = leader(0, 1, 1, 2);
		CompletableFuture<Infos> follower = follower(1, Infos.EMPTY.with(KeyValueAttributes.TIMEOUT, 3));
		timers.get(0).run();

		assertThat(failure(leader)).isEqualTo(Status.ERR_TIMEOUT);
		assertThat(failure(follower)).isEqualTo(Status.ERR_TIMEOUT);
	}

	@Test
	void bootstrap_memberDies_failsForAll() {
		CompletableFuture<Infos> leader = leader(0, 1, 1);
		service.processGone(rank(7));
		assertThat(leader).isNotDone();
		service.processGone(rank(1));

		assertThat(failure(leader)).isEqualTo(Status.ERR_LOST_CONNECTION);
	}

	private static List<Attribute<Boolean>> tolerant() {
		return List.of(GroupAttributes.GROUP_OPTIONAL, GroupAttributes.GROUP_FT_COLLECTIVE);
	}

	@ParameterizedTest
	@MethodSource("tolerant")
	void bootstrap_optionalMemberDies_completesWithoutIt(Attribute<Boolean> tolerant) throws PmixException {
		CompletableFuture<Infos> leader = leader(0, 1, 1, 2);
		CompletableFuture<Infos> follower = follower(1, Infos.EMPTY.with(tolerant, true));
		service.processGone(rank(2));

		assertThat(members(leader)).containsExactly(rank(0), rank(1));
		assertThat(follower).isCompleted();
	}

	@Test
	void destruct_always_succeeds() {
		assertThat(service.serve(GroupOperation.DESTRUCT, "group", List.of(rank(0)), Infos.EMPTY)).isCompletedWithValue(Infos.EMPTY);
	}
}
