// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.tests.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.job.options.UsableProcessors;

/** The processors that a process may use, and the slots that follow from them. */
class UsableProcessorsTest {
	@TempDir
	private Path root;

	/** Writes a machine of 4 cores with 2 hardware threads each: 0 and 4, 1 and 5, 2 and 6, 3 and 7. */
	@BeforeEach
	void writeMachine() throws IOException {
		write("sys/devices/system/cpu/online", "0-7\n");
		write("sys/devices/system/cpu/smt/active", "1\n");
		for (int cpu = 0; cpu < 8; cpu++) {
			write("sys/devices/system/cpu/cpu" + cpu + "/topology/core_cpus_list", cpu % 4 + "," + (cpu % 4 + 4) + "\n");
		}
		allow("0-7");
	}

	private void write(String name, String text) throws IOException {
		Path file = root.resolve(name);
		Files.createDirectories(file.getParent());
		Files.writeString(file, text);
	}

	private void allow(String list) throws IOException {
		write("proc/self/status", "Name:\tx\nCpus_allowed:\tff\nCpus_allowed_list:\t" + list + "\nMems_allowed_list:\t0\n");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "0-7 | 99 | 4", "0-7 | 2 | 2", "0,4 | 99 | 1", "0-2 | 99 | 3", "6 | 99 | 1", "0-3,9-20 | 99 | 4",
			"0-7 | 0 | 1" })
	void slots_areUsableCoresWithinTheQuota(String allowed, int quota, int slots) throws IOException {
		allow(allowed);

		assertThat(UsableProcessors.slots(root, quota)).isEqualTo(slots);
	}

	@Test
	void slots_withoutHardwareThreads_areProcessors() throws IOException {
		write("sys/devices/system/cpu/smt/active", "0\n");

		assertThat(UsableProcessors.slots(root, 99)).isEqualTo(8);
	}

	@Test
	void slots_ofAnOldKernel_areReadFromTheOldFile() throws IOException {
		for (int cpu = 0; cpu < 8; cpu++) {
			Path topology = root.resolve("sys/devices/system/cpu/cpu" + cpu + "/topology");
			Files.move(topology.resolve("core_cpus_list"), topology.resolve("thread_siblings_list"));
		}

		assertThat(UsableProcessors.slots(root, 99)).isEqualTo(4);
	}

	@Test
	void allowed_leavesOutProcessorsThatAreOffline() throws IOException {
		write("sys/devices/system/cpu/online", "0,2-5\n");
		allow("1-4,7");

		assertThat(UsableProcessors.allowed(root)).hasToString("{2, 3, 4}");
	}

	@Test
	void slots_withoutFiles_areTheProcessorsOfTheJvm(@TempDir Path empty) {
		assertThat(UsableProcessors.slots(empty, 3)).isBetween(1, 3);
	}
}
