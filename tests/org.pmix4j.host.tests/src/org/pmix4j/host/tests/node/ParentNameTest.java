// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.pmix4j.host.tests.node.SessionHost.TOOL;
import static org.pmix4j.host.tests.node.SessionHost.assertFailed;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.job.ErrorPolicy;
import org.pmix4j.model.Info;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.process.internal.posix.ExitStatus;

/** Spawns that name their parent. */
class ParentNameTest {
	private final SessionHost host;

	ParentNameTest(@TempDir Path directory) throws Exception {
		host = new SessionHost(directory);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private static Info parent(Proc proc) {
		return Info.of(ProcAttributes.PARENT_ID, proc);
	}

	private Proc spawner(String nspace) {
		return host.host.jobs().stream().filter(job -> job.nspace().equals(nspace)).findFirst().orElseThrow().spawner().orElseThrow();
	}

	@Test
	void parent_thatRuns_getsTheJob() {
		Proc rank = host.launch(1).ranks().get(0).proc();

		assertThat(spawner(host.spawn(TOOL, 1, parent(rank)).join())).isEqualTo(rank);
		assertThat(spawner(host.spawn(TOOL, 1, parent(TOOL)).join())).isEqualTo(TOOL);
	}

	@Test
	void parent_thatDoesNotRun_isRefusedByName() {
		JobHandle job = host.launch(OneNodeHost.spec(2).withErrorPolicy(ErrorPolicy.CONTINUE));
		Proc exited = job.ranks().get(1).proc();
		host.node.processes().get(1).exit(ExitStatus.exited(0));
		host.await(() -> job.ranks().get(1).pid().isEmpty() || job.ranks().get(1).fate().isPresent());

		for (Proc gone : new Proc[] { exited, Proc.of(job.nspace(), 2), Proc.of("never@1", 0), Proc.wildcard(job.nspace()) }) {
			assertFailed(host.spawn(TOOL, 1, parent(gone)), Status.ERR_NOT_FOUND,
					"spawn: PMIX_PARENT_ID names " + gone + ", which is not a rank that runs here");
		}
		assertThat(host.node.processes()).hasSize(2);
	}
}
