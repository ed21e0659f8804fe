// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4j.server.internal.peer.Workload;

/** Tests how many requests may be pending: always a few, and more while there is room for others. */
class WorkloadTest {
	private static final int ALWAYS = 256;
	/** Room for 4096 small requests. */
	private static final long MEMORY = 4L * 4096 * 2048;

	private final Workload workload = new Workload(MEMORY);

	/** Begins requests of one length until one is rejected, and returns their number. */
	private static int fill(Workload.Share share, int length) {
		int count = 0;
		while (share.begin(length)) {
			count++;
		}
		share.end(length);
		return count;
	}

	@Test
	void begin_byOnePeer_usesHalfOfTheMemory() {
		assertThat(fill(workload.share(), 0)).isEqualTo(2048);
	}

	@Test
	void begin_bySeveralPeers_leavesSomeForTheNext() {
		int before = Integer.MAX_VALUE;
		for (int i = 0; i < 20; i++) {
			int count = fill(workload.share(), 0);
			assertThat(count).isGreaterThanOrEqualTo(ALWAYS).isLessThanOrEqualTo(before);
			before = count;
		}
	}

	@Test
	void begin_longMessages_acceptsFewer() {
		assertThat(fill(workload.share(), 6144)).isEqualTo(512);
	}

	@Test
	void end_ofRequest_freesItsRoom() {
		Workload.Share share = workload.share();
		fill(share, 0);
		share.end(0);

		assertThat(share.begin(0)).isTrue();
		assertThat(share.begin(0)).isFalse();
	}

	@Test
	void end_ofAProcess_releasesItsShareOnce() {
		List<Workload.Share> shares = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			shares.add(workload.share());
			fill(shares.get(i), 0);
		}
		for (Workload.Share share : shares) {
			share.end();
			share.end();
			share.end(0);
		}

		assertThat(fill(workload.share(), 0)).isEqualTo(2048);
	}
}
