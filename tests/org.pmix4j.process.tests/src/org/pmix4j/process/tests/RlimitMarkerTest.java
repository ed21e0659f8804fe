// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.cleanup.MarkedProcesses;
import org.pmix4j.process.internal.cleanup.Marker;
import org.pmix4j.process.internal.posix.RlimitMarker;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.ProcessTable;

/** The mark that a process inherits even if it hides everything else: a resource limit. */
class RlimitMarkerTest {

	/** Prints the line of the mark in the limits of a process that has cleared its environment and has left its session. */
	private static final String ESCAPED = "env -i setsid -w sh -c 'grep realtime.timeout /proc/$$/limits'";

	@AutoClose
	final Loop loop = new Loop();

	private final RlimitMarker host = RlimitMarker.ofHost(UUID.randomUUID().toString());

	@Test
	void putOn_child_isInheritedByDescendantWithoutEnvironmentAndSession() throws Exception {
		Collected collected = new Collected();
		ChildProcess child = loop.spawn(loop.shell("read go; " + ESCAPED).withMark(host.job(3)).withStdin(), collected);
		child.stdin().write(new byte[] { '\n' });
		Await.result(child.ended());

		assertThat(collected.out()).matches(line -> matches(host, line));
	}

	@Test
	void isOn_jobOfTheHost_matchesThisJobAndTheHost() throws Exception {
		ChildProcess child = loop.spawn(loop.spec("sleep", "1000").withMark(host.job(7)), Loop.IGNORE);

		assertThat(host.job(7).isOn(child.pid())).isTrue();
		assertThat(host.isOn(child.pid())).isTrue();
		assertThat(host.job(1).isOn(child.pid())).isFalse();
		assertThat(RlimitMarker.ofHost("another").isOn(child.pid())).isFalse();
	}

	@Test
	void isOn_unmarkedOrUnknownProcess_isFalse() throws Exception {
		ChildProcess child = loop.spawn(loop.spec("sleep", "1000"), Loop.IGNORE);

		assertThat(host.isOn(child.pid())).isFalse();
		assertThat(host.isOn(Integer.MAX_VALUE)).isFalse();
	}

	@Test
	void putOnSelf_thisProcess_isInheritedAndTakenOff() throws Exception {
		SpawnSpec unmarked = loop.spec("cat").withStdin();
		host.putOnSelf();
		try {
			Process own = new ProcessBuilder("cat").start();
			try {
				ChildProcess child = loop.spawn(unmarked, Loop.IGNORE);

				assertThat(host.isOn((int) own.pid())).isTrue();
				assertThat(host.isOn(child.pid())).as("a helper of the loop").isFalse();
			} finally {
				own.destroyForcibly().waitFor();
			}
		} finally {
			RlimitMarker.takeOff(0);
		}
		assertThat(host.isOn((int) ProcessHandle.current().pid())).isFalse();
		assertThat(Files.readString(Path.of("/proc/self/limits"))).containsPattern("realtime timeout +unlimited +unlimited");
	}

	@Test
	void putOn_processInAMarkedJob_addsItsMarkToTheOuterOne() throws Exception {
		RlimitMarker inner = RlimitMarker.ofHost("inner");
		ChildProcess child = loop.spawn(loop.spec("sleep", "1000").withMark(host.job(1)), Loop.IGNORE);
		inner.job(2).putOn(child.pid());

		assertThat(host.job(1).isOn(child.pid())).isTrue();
		assertThat(inner.job(2).isOn(child.pid())).isTrue();
		RlimitMarker.takeOff(child.pid());
		assertThat(host.isOn(child.pid())).isFalse();
		assertThat(inner.isOn(child.pid())).isFalse();
	}

	@Test
	void kill_markedZombie_isNotAmongTheKilled() throws Exception {
		Process launcher = new ProcessBuilder("sh", "-c", "sleep 1000 & echo $!; exec sleep 1000").start();
		try {
			int zombie = Integer.parseInt(launcher.inputReader().readLine());
			host.putOn(zombie);

			assertThat(MarkedProcesses.kill(host)).containsExactly(zombie);
			// gone if the shell has not become the sleep yet, and takes its end
			assertThat(ProcessTable.entry(zombie).map(ProcessTable.Entry::state)).isIn(Optional.of('Z'), Optional.empty());
			assertThat(MarkedProcesses.kill(host)).isEmpty();
		} finally {
			launcher.descendants().forEach(ProcessHandle::destroyForcibly);
			launcher.destroyForcibly().waitFor();
		}
	}

	@Test
	void limit_ofMarker_isTheSameForHostAndJob() throws Exception {
		ChildProcess child = loop.spawn(loop.spec("sleep", "1000").withMark(new Marker("PMIX_ID", "p4j-0123456789@12.").limit()),
				Loop.IGNORE);

		assertThat(MarkedProcesses.find(new Marker("PMIX_ID", "p4j-0123456789@"))).containsExactly(child.pid());
		assertThat(MarkedProcesses.find(new Marker("PMIX_ID", "p4j-0123456789@1."))).isEmpty();
		assertThat(MarkedProcesses.kill(new Marker("PMIX_ID", "p4j-0123456789@12."))).containsExactly(child.pid());
		assertThat(Await.result(child.ended()).signal()).isEqualTo(Signals.KILL);
	}

	/** Whether a line matches the expression of a mark, which is written for grep. */
	private static boolean matches(RlimitMarker mark, String line) {
		return line.stripTrailing().matches("(?s)" + mark.expression().replace("\\{", "{").replace("\\}", "}") + ".*");
	}
}
