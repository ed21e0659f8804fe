// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.opentest4j.TestAbortedException;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;

/**
 * Tests ranks that need more memory than their control group has. A machine that does not let this process make a group with a limit, as
 * most containers do not, aborts the tests.
 */
class MemoryKillTest {
	/** Reads without end, and keeps everything in memory. */
	private static final String HOG = "tail /dev/zero";

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	private Path group;

	@BeforeEach
	void makeGroup() {
		Path memory = Path.of("/sys/fs/cgroup/memory");
		boolean first = Files.isDirectory(memory);
		group = (first ? memory : memory.getParent()).resolve("pmix4j-test-" + ProcessHandle.current().pid());
		try {
			Files.createDirectory(group);
			Files.writeString(group.resolve(first ? "memory.limit_in_bytes" : "memory.max"), "134217728");
		} catch (IOException e) {
			throw new TestAbortedException("this machine lets us make no control group with a limit of memory: " + e, e);
		}
	}

	@AfterEach
	void removeGroup() throws IOException {
		Files.deleteIfExists(group);
	}

	private String entering() {
		return "echo $$ >" + group + "/cgroup.procs; ";
	}

	@Test
	void run_rankInGroupOfItsOwn_isKilledAndLimitNamed() {
		Outcome outcome = pmix4j.run("-n", 1, "sh", "-c", entering() + "exec " + HOG).finish();

		assertThat(outcome.exitCode()).isEqualTo(137);
		assertThat(outcome.errors()).contains(
				"was killed by the kernel: out of memory (limit 128 MiB of cgroup /" + group.getFileName() + ")").hasLineCount(1);
	}

	@Test
	void run_childOfShell_isNamedAsTheCause() {
		Outcome outcome = pmix4j.run("-n", 1, "sh", "-c", entering() + HOG + "; exit $?").finish();

		assertThat(outcome.errors()).contains("exited with code 137; the kernel killed one of its processes: out of memory (limit 128 MiB");
	}

	@Test
	void run_otherKillInTheGroup_isNoLackOfMemory() {
		Outcome outcome = pmix4j.run("-n", 1, "sh", "-c", entering() + "kill -9 $$").finish();

		assertThat(outcome.errors()).contains("died of SIGKILL").doesNotContain("memory");
	}

	@Test
	void run_launcherInTheGroup_namesLimitToo() throws IOException {
		Files.writeString(group.resolve(Files.exists(group.resolve("memory.max")) ? "memory.max" : "memory.limit_in_bytes"), "402653184");

		Outcome outcome = pmix4j.run("-n", 1, "tail", "/dev/zero").inside(List.of("sh", "-c", entering() + "exec \"$@\"", "sh")).finish();

		assertThat(outcome.errors()).contains("was killed by the kernel: out of memory (limit 384 MiB of cgroup /" + group.getFileName() + ")");
	}
}
