// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.process.internal.posix.ProcFs;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.testkit.Await;

/** What is read from /proc of processes in moments that are short. */
class ProcFsTest {
	/** Some of them are looked at before the kernel has written their environment. */
	private static final int PROCESSES = 300;
	private static final Map<String, String> MARKED = Map.of("PMIX4J_MARKED", "yes");

	@AutoClose
	final Loop loop = new Loop();

	@Test
	void environment_rightAfterTheStart_isRead() throws Exception {
		for (int i = 0; i < PROCESSES; i++) {
			ChildProcess process = loop.spawn(loop.spec("sleep", "1000").withEnvironment(MARKED), Loop.IGNORE);

			assertThat(ProcFs.carries(process.pid(), "PMIX4J_MARKED=".getBytes(StandardCharsets.US_ASCII))).as("process " + i).isTrue();

			Posix.kill(process.pid(), Signals.KILL);
			Await.result(process.ended());
		}
	}

	@Test
	void environment_isEmpty_hasNoVariables() throws Exception {
		ChildProcess process = loop.spawn(loop.spec("sleep", "1000").withEnvironment(Map.of()), Loop.IGNORE);

		assertThat(ProcFs.variables(process.pid(), Set.of("PATH"))).isEmpty();
		assertThat(ProcFs.carries(process.pid(), "PATH=".getBytes(StandardCharsets.US_ASCII))).isFalse();
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 2, 31, 32 })
	void descriptor_isLow_isFoundWhereverItIsSoughtFirst(int likely) throws Exception {
		ChildProcess process = loop.spawn(loop.spec("sleep", "1000").withEnvironment(Map.of()), Loop.IGNORE);
		String input = ProcFs.link(process.pid() + "/fd/0");

		int found = ProcFs.lowDescriptor(process.pid(), input, likely).orElseThrow();

		assertThat(ProcFs.link(process.pid() + "/fd/" + found)).isEqualTo(input);
		assertThat(ProcFs.lowDescriptor(process.pid(), "socket:[0]", likely)).isEmpty();
	}
}
