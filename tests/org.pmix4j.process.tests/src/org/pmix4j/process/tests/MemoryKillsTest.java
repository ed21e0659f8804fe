// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.posix.MemoryGroup;
import org.pmix4j.process.internal.process.MemoryKills;

/** Reads the counters of the memory controllers; the files have the form of those of Linux 6.1 (version 2) and 6.18 (version 1). */
class MemoryKillsTest {
	private static final ExitStatus KILLED = ExitStatus.signaled(Signals.KILL, false);
	private static final int SELF = 10;
	private static final int CHILD = 11;

	@TempDir
	private Path top;

	private long ofMachine = 5;
	private String childIn = "/job";
	private boolean unified = true;
	private Optional<Boolean> inLog = Optional.empty();
	private MemoryKills kills = new MemoryKills(SELF, this::group, () -> ofMachine, pid -> pid == CHILD ? inLog : Optional.of(false));

	@BeforeEach
	void makeGroups() throws IOException {
		for (String name : new String[] { "job", "job/step" }) {
			Files.createDirectories(top.resolve(name));
		}
		count("", 0);
		count("job", 3);
		count("job/step", 0);
		limit("job", "134217728");
		limit("job/step", "max");
	}

	private Optional<MemoryGroup> group(int pid) {
		String path = pid == SELF ? "/job" : childIn;
		String mount = "40 30 0:37 / " + top + " rw,relatime - " + (unified ? "cgroup2 cgroup2 rw" : "cgroup cgroup rw,memory") + "\n";
		return MemoryGroup.of(unified ? "1:name=systemd:/\n0::" + path + "\n" : "4:cpu,memory:" + path + "\n0::/\n", mount);
	}

	private void count(String name, int kills) throws IOException {
		Path group = top.resolve(name);
		Files.writeString(group.resolve("memory.events"), "low 0\nhigh 0\nmax 21\noom 1\noom_kill " + kills + "\noom_group_kill 0\n");
		Files.writeString(group.resolve("memory.events.local"), "low 0\nhigh 0\nmax 21\noom " + kills + "\noom_kill " + kills + "\n");
		Files.writeString(group.resolve("memory.oom_control"), "oom_kill_disable 0\nunder_oom 0\noom_kill " + kills + "\n");
		Files.writeString(group.resolve("memory.failcnt"), kills + "\n");
	}

	private void limit(String name, String bytes) throws IOException {
		Files.writeString(top.resolve(name).resolve("memory.max"), bytes + "\n");
		Files.writeString(top.resolve(name).resolve("memory.limit_in_bytes"), (bytes.equals("max") ? "9223372036854771712" : bytes) + "\n");
	}

	private void begin() {
		kills.begin();
		kills.remember();
	}

	@ParameterizedTest
	@CsvSource({ "true", "false" })
	void explain_counterOfGroupHasRisen_namesLimit(boolean version2) throws IOException {
		unified = version2;
		begin();

		ofMachine++;
		count("job", 4);

		assertThat(kills.explain(CHILD, KILLED)).contains("out of memory (limit 128 MiB of cgroup /job)");
	}

	@ParameterizedTest
	@CsvSource({ "true", "false" })
	void explain_oneKillOfTwoDeaths_explainsOneOnly(boolean version2) throws IOException {
		unified = version2;
		begin();
		ofMachine++;
		count("job", 4);

		assertThat(kills.explain(CHILD, KILLED)).isPresent();
		assertThat(kills.explain(CHILD, KILLED)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "true, true", "true, false", "false, true", "false, false" })
	void explain_counterHasRisen_kernelLogDecidesForSignaledProcess(boolean version2, boolean reported) throws IOException {
		unified = version2;
		inLog = Optional.of(reported);
		begin();
		ofMachine++;
		count("job", 4);

		assertThat(kills.explain(CHILD, KILLED).isPresent()).isEqualTo(reported);
	}

	@Test
	void explain_shellWhoseChildWasKilled_needsNoReportOfTheShell() throws IOException {
		inLog = Optional.of(false);
		begin();
		ofMachine++;
		count("job", 4);

		assertThat(kills.explain(CHILD, ExitStatus.exited(137))).contains("out of memory (limit 128 MiB of cgroup /job)");
	}

	@Test
	void explain_killWhileTheCountersAreRead_isExplained() {
		Deque<Long> readings = new ArrayDeque<>(List.of(5L, 5L, 6L, 6L));
		MemoryKills late = new MemoryKills(SELF, this::group, readings::remove, pid -> inLog);
		late.begin();
		late.remember(); // the counter of the group already has the kill

		assertThat(late.explain(CHILD, KILLED)).contains("out of memory (limit 128 MiB of cgroup /job)");
	}

	@Test
	void explain_counterAsBefore_isEmpty() {
		begin();
		ofMachine++;

		assertThat(kills.explain(CHILD, KILLED)).isEmpty();
	}

	@Test
	void explain_noKillOnTheMachine_isEmpty() {
		kills.begin();

		assertThat(kills.explain(CHILD, KILLED)).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "0, 15, false", "1, 0, false", "0, 0, false", "137, 0, true" })
	void explain_otherEnds_onlyThatOfAShellWhoseChildWasKilledIsExplained(int code, int signal, boolean explained) throws IOException {
		begin();
		ofMachine++;
		count("job", 4);

		assertThat(kills.explain(CHILD, new ExitStatus(code, signal, false)).isPresent()).isEqualTo(explained);
	}

	@Test
	void explain_childInGroupOfItsOwn_namesTheLowestLimitThatWasMet() throws IOException {
		childIn = "/job/step";
		limit("job/step", "1610612736");
		begin();
		ofMachine++;
		count("job/step", 1);

		assertThat(kills.explain(CHILD, KILLED)).contains("out of memory (limit 128 MiB of cgroup /job)");
		Files.writeString(top.resolve("job/memory.events.local"), "oom 0\n");
		count("job/step", 2);
		assertThat(kills.explain(CHILD, KILLED)).contains("out of memory (limit 1.5 GiB of cgroup /job/step)");
	}

	@Test
	void explain_childInAnotherGroupOfVersion1_findsItsGroup() throws IOException {
		unified = false;
		childIn = "/"; // what version 1 shows for a zombie
		limit("job/step", "1048576");
		begin();
		ofMachine++;
		count("job/step", 1);

		assertThat(kills.explain(CHILD, KILLED)).contains("out of memory (limit 1 MiB of cgroup /job/step)");
	}

	@Test
	void explain_groupThatIsRemoved_isExplainedByTheGroupAbove() throws IOException {
		childIn = "/job/gone (deleted)";
		begin();
		ofMachine++;
		count("job", 4);

		assertThat(kills.explain(CHILD, KILLED)).contains("out of memory (limit 128 MiB of cgroup /job)");
	}

	@Test
	void explain_noLimit_namesMemoryOfTheMachine() throws IOException {
		limit("job", "max");
		begin();
		ofMachine++;
		count("job", 4);

		assertThat(kills.explain(CHILD, KILLED).orElse("")).matches("out of memory \\(the machine has [0-9.]+ [GMT]iB\\)");
	}

	@Test
	void explain_unknownCounterOfMachine_reliesOnThoseOfGroups() throws IOException {
		ofMachine = -1;
		begin();

		assertThat(kills.explain(CHILD, KILLED)).isEmpty();
		count("job", 4);
		assertThat(kills.explain(CHILD, KILLED)).isPresent();
	}

	@Test
	void group_partOfHierarchyIsMounted_isBelowTheMount() {
		String mounts = "40 30 0:37 /docker/ab12 " + top + " ro,relatime - cgroup cgroup rw,memory\n";

		assertThat(MemoryGroup.of("4:memory:/docker/ab12/job\n", mounts)).contains(new MemoryGroup(top, top.resolve("job"), false));
		assertThat(MemoryGroup.of("4:memory:/docker/ab12\n", mounts)).contains(new MemoryGroup(top, top, false));
		assertThat(MemoryGroup.of("4:memory:/../other\n", mounts)).contains(new MemoryGroup(top, top, false));
	}

	@Test
	void group_noController_isEmpty() {
		assertThat(MemoryGroup.of("1:name=systemd:/x\n", "40 30 0:37 / /x rw - cgroup cgroup rw,name=systemd\n")).isEmpty();
		assertThat(MemoryGroup.of("", "")).isEmpty();
		assertThat(MemoryGroup.of("junk\n0:\n", "junk - junk\n")).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "0, 0 bytes", "1023, 1023 bytes", "1024, 1 KiB", "134217728, 128 MiB", "1610612736, 1.5 GiB", "6597069766656, 6 TiB" })
	void size_ofBytes_isInTheLargestUnit(long bytes, String text) {
		assertThat(MemoryGroup.size(bytes)).isEqualTo(text);
	}
}
