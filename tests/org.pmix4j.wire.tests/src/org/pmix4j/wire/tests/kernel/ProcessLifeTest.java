// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.ProcessTable;
import org.pmix4j.wire.internal.kernel.ProcessLife;
import org.pmix4j.wire.internal.kernel.ProcessLife.Writer;

/** Tests with this process as the writer of a file. */
class ProcessLifeTest {
	private static final long PID = ProcessHandle.current().pid();
	private static final long UNKNOWN = 0;

	private static Instant begun() {
		return ProcessHandle.current().info().startInstant().orElseThrow();
	}

	@Test
	void isAlive_ownStart_isTrue() {
		assertThat(ProcessLife.ownStart()).isPositive();
		assertThat(new Writer(PID, ProcessTable.ownUid(), Instant.EPOCH, ProcessLife.ownStart()).isAlive()).isTrue();
	}

	@Test
	void isAlive_otherStart_isFalse() {
		assertThat(new Writer(PID, ProcessTable.ownUid(), Instant.now(), ProcessLife.ownStart() + 1).isAlive()).isFalse();
		assertThat(new Writer(PID, ProcessTable.ownUid(), Instant.now(), ProcessLife.ownStart() - 1).isAlive()).isFalse();
	}

	@Test
	void isAlive_unknownStart_comparesTheTimeOfTheFile() {
		assertThat(new Writer(PID, ProcessTable.ownUid(), begun(), UNKNOWN).isAlive()).isTrue();
		assertThat(new Writer(PID, ProcessTable.ownUid(), begun().minusSeconds(3), UNKNOWN).isAlive()).isFalse();
	}

	@Test
	void isAlive_processOfAnotherUser_isFalse() {
		assertThat(new Writer(PID, ProcessTable.ownUid() + 1, Instant.now(), ProcessLife.ownStart()).isAlive()).isFalse();
	}

	@Test
	void isAlive_endedProcess_isFalse() throws IOException, InterruptedException {
		Process process = new ProcessBuilder("true").start();
		assertThat(Await.exit(process)).isZero();

		assertThat(new Writer(process.pid(), ProcessTable.ownUid(), Instant.now(), UNKNOWN).isAlive()).isFalse();
	}
}
