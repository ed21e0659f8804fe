// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.pmix4j.process.internal.posix.MountTable;

/** Reads the table of mounts; the lines are those of Linux 6.1 with other names. */
class MountTableTest {
	private static final String TABLE = """
			21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
			25 21 0:5 / /data rw,nosuid,noexec shared:8 - tmpfs tmpfs rw
			26 25 0:6 / /data/with\\040space rw,relatime - tmpfs tmpfs rw
			27 21 0:7 / /twice rw,noexec - tmpfs tmpfs rw
			28 21 0:8 / /twice rw - tmpfs tmpfs rw
			29 21 0:9 / /super rw - tmpfs tmpfs rw,noexec
			30 x
			""";

	@Test
	void forbidsExecution_mountWithOption_isTrueBelowIt() {
		assertThat(MountTable.forbidsExecution(Path.of("/data/program"), TABLE)).isTrue();
		assertThat(MountTable.forbidsExecution(Path.of("/data/folder/program"), TABLE)).isTrue();
		assertThat(MountTable.forbidsExecution(Path.of("/database/program"), TABLE)).isFalse();
	}

	@Test
	void forbidsExecution_innerMount_countsInPlaceOfOuter() {
		assertThat(MountTable.forbidsExecution(Path.of("/data/with space/program"), TABLE)).isFalse();
	}

	@Test
	void forbidsExecution_laterMount_hidesEarlier() {
		assertThat(MountTable.forbidsExecution(Path.of("/twice/program"), TABLE)).isFalse();
	}

	@Test
	void forbidsExecution_optionOfFileSystemAlone_isFalse() {
		assertThat(MountTable.forbidsExecution(Path.of("/super/program"), TABLE)).isFalse();
	}

	@Test
	void forbidsExecution_noMount_isFalse() {
		assertThat(MountTable.forbidsExecution(Path.of("/program"), "")).isFalse();
	}
}
