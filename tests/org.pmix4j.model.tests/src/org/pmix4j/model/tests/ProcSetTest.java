// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.model.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcSet;
import org.pmix4j.model.Rank;

/** Sets of processes: wildcards, namespaces without a name, and names that are chosen to make look-ups slow. */
class ProcSetTest {
	private static final Proc ONE = Proc.of("job", 1);
	private static final Proc TWO = Proc.of("job", 2);
	private static final Proc ALL = Proc.wildcard("job");

	private static ProcSet of(Proc... procs) {
		return ProcSet.of(List.of(procs));
	}

	@Test
	void covers_rankOrWildcard_isFound() {
		assertThat(of(ONE).covers(ONE)).isTrue();
		assertThat(of(ONE).covers(TWO)).isFalse();
		assertThat(of(ALL).covers(TWO)).isTrue();
		assertThat(of(ONE).covers(ALL)).isFalse();
		assertThat(ProcSet.EMPTY.covers(ONE)).isFalse();
	}

	@Test
	void overlaps_wildcardOnEitherSide_isFound() {
		assertThat(of(ONE).overlaps(ALL)).isTrue();
		assertThat(of(ALL).overlaps(of(ONE, TWO))).isTrue();
		assertThat(of(ONE).overlaps(of(TWO, Proc.of("other", 1)))).isFalse();
	}

	@Test
	void overlaps_namespaceWithoutName_isAny() {
		Proc any = new Proc("", Rank.WILDCARD);

		assertThat(of(any).overlaps(ONE)).isTrue();
		assertThat(of(ONE).overlaps(any)).isTrue();
		assertThat(ProcSet.EMPTY.overlaps(any)).isFalse();
	}

	@Test
	void list_repeatedProcesses_areThereOnceInOrder() {
		assertThat(of(TWO, ONE, TWO).list()).containsExactly(TWO, ONE);
		assertThat(of(TWO, ONE, TWO).size()).isEqualTo(2);
		assertThat(of(ONE, Proc.of("other", 1)).nspaces()).containsExactlyInAnyOrder("job", "other");
	}

	@Test
	void covers_manyEqualHashCodes_isQuick() {
		List<Proc> procs = new ArrayList<>();
		for (int i = 0; i < 20_000; i++) {
			String nspace = "job" + i;
			procs.add(Proc.of(nspace, -31 * nspace.hashCode()));
		}
		assertThat(procs.stream().mapToInt(Proc::hashCode).distinct().count()).isEqualTo(1);
		long begin = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
		ProcSet set = ProcSet.of(procs);

		assertThat(procs).allMatch(set::covers);
		assertThat(Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begin))
				.isLessThan(Duration.ofSeconds(2));
	}
}
