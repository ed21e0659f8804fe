// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.memory.JobMemory;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.server.options.MemoryShare;

/** The memory for jobs, of which each family gets at most as much as is left for the others. */
class JobMemoryTest {
	private static final long HEAP = 64 << 20;
	private static final long LIMIT = MemoryShare.JOBS.of(HEAP);
	private static final long SMALL = LIMIT / 256;

	private final JobMemory memory = new JobMemory(HEAP);

	private static long most(JobMemory.Share share) {
		long most = 0;
		for (long step = LIMIT; step > 0; step /= 2) {
			try {
				share.take("a job", step);
				most += step;
			} catch (PmixException e) {
				assertThat(e.status()).isEqualTo(Status.ERR_OUT_OF_RESOURCE);
			}
		}
		return most;
	}

	@Test
	void take_oneFamily_getsHalfOfWhatIsNotReserved() {
		assertThat(most(memory.share())).isBetween(LIMIT * 7 / 16 - 1, LIMIT * 7 / 16);
	}

	@Test
	void take_manyGreedyFamilies_leaveSmallAmountsToOthers() throws Exception {
		for (int family = 0; family < 16; family++) {
			most(memory.share());
		}

		memory.share().take("a job", SMALL);
	}

	@Test
	void take_amountTooLarge_saysWhatIsNeededAndWhatToDo() {
		assertThatThrownBy(() -> memory.share().take("a job of 10000 ranks", 40 << 20)).hasMessage("a job of 10000 ranks needs 40 MB of memory,"
				+ " but only 5 MB of the 10 MB for jobs may be used now; reduce it, or give the server a larger heap"
				+ " (PMIX4J_MAX_HEAP=640m)");
	}

	@Test
	void take_inTheRecommendedHeap_isGranted() throws Exception {
		new JobMemory(640L << 20).share().take("a job of 10000 ranks", 40 << 20);
	}

	@Test
	void give_memoryOfAJob_isThereForOthers() throws Exception {
		JobMemory.Share share = memory.share();
		share.take("a job", LIMIT * 7 / 16);
		assertThatThrownBy(() -> memory.share().take("a job", LIMIT * 7 / 16)).hasMessageContaining("wait until other jobs have ended");

		share.give(LIMIT * 7 / 16);

		memory.share().take("a job", LIMIT * 7 / 16);
	}
}
