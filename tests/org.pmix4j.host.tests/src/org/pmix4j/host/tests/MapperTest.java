// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.AppSpec;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.Node;
import org.pmix4j.host.Session;
import org.pmix4j.host.internal.placement.JobMap;
import org.pmix4j.host.internal.placement.Mapper;
import org.pmix4j.host.internal.placement.Placement;

class MapperTest {
	private final Node first = new Node(0, "a", 2);
	private final Node second = new Node(1, "b", 2);

	@Test
	void bySlot_twoProgramsOnOneNode_numbersRanksConsecutively() {
		JobMap map = map(List.of(first), Map.of(), JobSpec.of(AppSpec.of(1, "x"), AppSpec.of(2, "y")));

		assertThat(map.ranks()).extracting(Placement::rank, Placement::app, Placement::appRank, Placement::localRank, Placement::nodeRank)
				.containsExactly(tuple(0, 0, 0, 0, 0), tuple(1, 1, 0, 1, 1), tuple(2, 1, 1, 2, 2));
		assertThat(map.peers(first)).isEqualTo("0,1,2");
		assertThat(map.isOversubscribed(first)).isTrue();
		assertThat(map.ranks()).allSatisfy(rank -> assertThat(rank.cpuset().list()).as("cpuset of an unbound rank").isEmpty());
	}

	@Test
	void bySlot_twoNodes_fillsTheFirstAndOverloadsTheLast() {
		JobMap map = map(List.of(first, second), Map.of(), JobSpec.of(5, "x"));

		assertThat(map.nodes()).containsExactly(first, second);
		assertThat(map.peers(first)).isEqualTo("0,1");
		assertThat(map.peers(second)).isEqualTo("2,3,4");
		assertThat(map.ranks().get(3).localRank()).isEqualTo(1);
		assertThat(map.isOversubscribed(first)).isFalse();
		assertThat(map.isOversubscribed(second)).isTrue();
	}

	@Test
	void bySlot_nodeWithOtherJobs_raisesTheNodeRank() {
		JobMap map = map(List.of(first), Map.of(first, 1), JobSpec.of(2, "x"));

		assertThat(map.ranks()).extracting(Placement::localRank, Placement::nodeRank).containsExactly(tuple(0, 1), tuple(1, 2));
		assertThat(map.isOversubscribed(first)).isTrue();
	}

	private static JobMap map(List<Node> nodes, Map<Node, Integer> busy, JobSpec job) {
		return Mapper.BY_SLOT.map(job, new Session(1, nodes), busy);
	}
}
