// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.cleanup.MarkedProcesses;
import org.pmix4j.process.internal.cleanup.Marker;
import org.pmix4j.process.internal.cleanup.PrivateDirectory;
import org.pmix4j.process.internal.cleanup.Watchdog;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.ProcessLoop;
import org.pmix4j.process.internal.process.StdinFeed;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.LogCapture;

/** Nothing survives a kill -9 of the launcher: {@link Launcher} is started in a new JVM and killed. */
class WatchdogTest {

	@TempDir
	Path base = Path.of("");

	private final Marker marker = new Marker("PMIX_NAMESPACE", "test.x-" + UUID.randomUUID());

	@Test
	void kill9_ranksOfAllKinds_leavesNoProcessAndNoDirectory() throws Exception {
		Process launcher = start("processes");
		Path directory = readDirectory(launcher);
		List<ProcessHandle> all = killAndAwaitWatchdog(launcher);

		assertThat(all).hasSizeGreaterThan(5).noneMatch(ProcessHandle::isAlive);
		assertThat(MarkedProcesses.find(marker)).isEmpty();
		assertThat(directory).doesNotExist();
		assertThat(base).isEmptyDirectory();
	}

	@RepeatedTest(5)
	void kill9_whileStarting_leavesNoProcess() throws Exception {
		Process launcher = start("storm");
		readDirectory(launcher);
		killAndAwaitWatchdog(launcher);

		assertThat(MarkedProcesses.find(marker)).isEmpty();
		assertThat(base).isEmptyDirectory();
	}

	@RepeatedTest(5)
	void kill9_whileStartingProcessesWithHiddenEnvironment_leavesNoProcess() throws Exception {
		Process launcher = start("hidden");
		readDirectory(launcher);
		killAndAwaitWatchdog(launcher);

		assertThat(ProcessHandle.allProcesses().filter(handle -> commandLine(handle).contains(marker.valuePrefix()))).isEmpty();
	}

	/** Each descendant clears its environment, leaves its session and loses its parents. */
	@RepeatedTest(3)
	void kill9_whileDescendantsEscape_leavesNoProcess() throws Exception {
		Process launcher = start("escaping");
		readDirectory(launcher);
		killAndAwaitWatchdog(launcher);

		assertThat(ProcessHandle.allProcesses().filter(handle -> commandLine(handle).contains(marker.valuePrefix()))).isEmpty();
		assertThat(MarkedProcesses.find(marker)).isEmpty();
		assertThat(base).isEmptyDirectory();
	}

	@Test
	void kill9_directoryReplacedByAnotherDirectory_keepsTheOther() throws Exception {
		Path other = Files.createDirectory(base.resolve("other"));
		Files.writeString(other.resolve("precious"), "keep");
		Process launcher = start("processes");
		Path directory = readDirectory(launcher);
		Files.move(directory, base.resolve("moved"));
		Files.move(other, directory);

		killAndAwaitWatchdog(launcher);

		assertThat(directory.resolve("precious")).hasContent("keep");
	}

	@Test
	void kill9_directoryWithHiddenAndOddNames_isRemoved() throws Exception {
		Process launcher = start("processes");
		Path directory = readDirectory(launcher);
		Path victim = Files.writeString(base.resolve("victim"), "keep");
		for (String name : List.of(".hidden", "..odd", "-rf", "two words", "*", "line\nfeed")) {
			Files.writeString(directory.resolve(name), name);
		}
		Files.createSymbolicLink(directory.resolve("link"), victim);
		Files.createSymbolicLink(directory.resolve("dangling"), base.resolve("nothing"));
		Files.createSymbolicLink(directory.resolve("up"), base);

		killAndAwaitWatchdog(launcher);

		assertThat(directory).doesNotExist();
		assertThat(victim).hasContent("keep");
	}

	@Test
	void kill9_directoryReplacedByLink_keepsTheVictim() throws Exception {
		Path victim = Files.createDirectory(base.resolve("victim"));
		Files.writeString(victim.resolve("precious"), "keep");
		Process launcher = start("processes");
		Path directory = readDirectory(launcher);
		Files.move(directory, base.resolve("moved"));
		Files.createSymbolicLink(directory, victim);

		killAndAwaitWatchdog(launcher);

		assertThat(victim.resolve("precious")).hasContent("keep");
		assertThat(directory).isSymbolicLink();
	}

	/** More groups than the script keeps before it clears its list, ended in the opposite order. */
	@Test
	void endOfOrders_afterManyGroupsHaveEnded_killsOnlyThoseThatHaveNot() throws Exception {
		List<Process> living = groups(3);
		List<Process> forgotten = groups(2);
		List<Long> ended = LongStream.range(0, 500).map(i -> Long.MAX_VALUE - i).boxed().toList(); // numbers that no process has
		List<String> orders = new ArrayList<>();
		orders.add("group " + living.get(0).pid());
		forgotten.forEach(process -> orders.add("group " + process.pid()));
		ended.forEach(group -> orders.add("group " + group));
		orders.add("group " + living.get(1).pid());
		ended.reversed().forEach(group -> orders.add("forget " + group));
		forgotten.forEach(process -> orders.add("forget " + process.pid()));
		orders.add("forget " + living.get(2).pid()); // the number of a group that had ended before
		orders.add("group " + living.get(2).pid());
		try {
			script(orders);

			for (Process process : living) {
				assertThat(Await.result(process.onExit()).exitValue()).isEqualTo(128 + 9);
			}
			assertThat(forgotten).allMatch(Process::isAlive);
		} finally {
			living.forEach(Process::destroyForcibly);
			forgotten.forEach(Process::destroyForcibly);
		}
	}

	@Test
	void endOfOrders_groupsNumberHasComeAgain_isKilled() throws Exception {
		Process again = groups(1).getFirst();
		try {
			script(List.of("group " + again.pid(), "forget " + again.pid(), "group " + again.pid()));

			assertThat(Await.result(again.onExit()).exitValue()).isEqualTo(128 + 9);
		} finally {
			again.destroyForcibly();
		}
	}

	/** Starts processes that lead a group each. */
	private static List<Process> groups(int count) throws Exception {
		List<Process> processes = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			Process process = new ProcessBuilder("setsid", "sh", "-c", "echo up; exec sleep 1000").start();
			processes.add(process);
			assertThat(process.inputReader().readLine()).isEqualTo("up");
		}
		return processes;
	}

	/** Runs the watchdog's script with orders, after which its pipe ends without "bye". */
	private void script(List<String> orders) throws Exception {
		try (InputStream in = Watchdog.class.getResourceAsStream("watchdog.sh")) {
			String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
			Process shell = new ProcessBuilder("sh", "-c", text, "watchdog", Launcher.PREFIX).redirectErrorStream(true)
					.redirectOutput(base.resolve("output").toFile()).start();
			try (BufferedWriter writer = shell.outputWriter()) {
				writer.write(String.join("\n", orders) + "\n");
			}
			Await.result(shell.onExit());
			assertThat(base.resolve("output")).isEmptyFile();
		}
	}

	@Test
	void close_loop_endsTheWatchdogAndKeepsTheDirectory() throws Exception {
		ProcessLoop loop = ProcessLoop.start("test");
		Watchdog watchdog = Watchdog.start(loop, Launcher.PREFIX);
		PrivateDirectory directory = watchdog.createDirectory(base);
		watchdog.watch(marker);

		loop.close();

		assertThat(ProcessHandle.current().children()).isEmpty();
		assertThat(directory.path()).isDirectory();
		watchdog.close();
	}

	@Test
	void close_afterRemovalHasFailed_watchdogRemovesTheDirectoryAndKillsNothing() throws Exception {
		ProcessLoop loop = ProcessLoop.start("test");
		Watchdog watchdog = Watchdog.start(loop, Launcher.PREFIX);
		PrivateDirectory directory = watchdog.createDirectory(base);
		Files.createFile(directory.path().resolve("left"));
		watchdog.watch(marker);
		ProcessBuilder sleep = new ProcessBuilder("sleep", "1000");
		sleep.environment().put("PMIX_NAMESPACE", marker.valuePrefix());
		Process marked = sleep.start();
		try {
			watchdog.removeAgain();
			loop.close();

			assertThat(directory.path()).doesNotExist();
			assertThat(marked.isAlive()).isTrue();
		} finally {
			marked.destroyForcibly();
		}
	}

	@Test
	void close_watchdogIsStopped_killsItWithOneMessage() throws Exception {
		ProcessLoop loop = ProcessLoop.start("test");
		Watchdog.start(loop, Launcher.PREFIX).createDirectory(base); // returns when the helper runs
		ProcessHandle helper = ProcessHandle.current().children().findAny().orElseThrow();
		LauncherRun.signal("STOP", helper.pid());

		try (LogCapture log = LogCapture.of("org.pmix4j.process")) {
			loop.close();

			assertThat(log.messages(Level.WARNING)).singleElement().asString().contains("pid " + helper.pid()).contains("stopped");
		}
		assertThat(ProcessHandle.current().children()).isEmpty();
	}

	@Test
	void watchdogIsStopped_ordersBeyondThePipe_anotherTakesItsPlace() throws Exception {
		try (Loop loop = new Loop(); LogCapture log = LogCapture.of("org.pmix4j.process")) {
			Watchdog watchdog = Watchdog.start(loop.get(), Launcher.PREFIX);
			PrivateDirectory directory = watchdog.createDirectory(base); // returns when the helper runs
			ProcessHandle helper = ProcessHandle.current().children().findAny().orElseThrow();
			LauncherRun.signal("STOP", helper.pid());
			int orders = 2 * StdinFeed.QUEUE_LIMIT / directory.toString().length();

			for (int i = 0; i < orders; i++) {
				watchdog.forget(directory);
			}

			Await.result(helper.onExit());
			watchdog.guardAndWait("line", base.resolve("file")); // returns when the other helper runs
			assertThat(ProcessHandle.current().children()).hasSize(1).doesNotContain(helper);
			assertThat(log.messages(Level.WARNING)).singleElement().asString().contains("pid " + helper.pid(), "does not read its orders");
		}
	}

	@Test
	void watchdog_killed_childrenContinue() throws Exception {
		try (Loop loop = new Loop()) {
			Watchdog.start(loop.get(), Launcher.PREFIX);
			ChildProcess child = loop.spawn(loop.spec("cat").withStdin(), Loop.IGNORE);
			ProcessHandle helper = ProcessHandle.current().children().filter(handle -> handle.pid() != child.pid()).findAny().orElseThrow();
			helper.destroyForcibly();
			Await.result(helper.onExit());

			assertThat(Await.result(child.stdin().write(new byte[10]))).isTrue();
			child.signal(Signals.TERM);
			assertThat(Await.result(child.ended()).signal()).isEqualTo(Signals.TERM);
		}
	}

	@Test
	void createDirectory_watchdogNotRunning_isCreatedNevertheless() throws Exception {
		ProcessLoop loop = ProcessLoop.start("test");
		Watchdog watchdog = Watchdog.start(loop, Launcher.PREFIX);
		loop.close();

		assertThat(watchdog.createDirectory(base).path()).isDirectory().hasParent(base);
	}

	@Test
	void createDirectory_baseWithLineEnd_isRefused() throws Exception {
		Path odd = Files.createDirectory(base.resolve("line\nfeed"));
		try (Loop loop = new Loop(); Watchdog watchdog = Watchdog.start(loop.get(), Launcher.PREFIX)) {
			assertThatIOException().isThrownBy(() -> watchdog.createDirectory(odd)).withMessageContaining("line feed");
		}
	}

	@Test
	void start_prefixIsNotAPlainWord_isRefused() {
		try (Loop loop = new Loop()) {
			assertThatIllegalArgumentException().isThrownBy(() -> Watchdog.start(loop.get(), ""));
			assertThatIllegalArgumentException().isThrownBy(() -> Watchdog.start(loop.get(), "*"));
		}
	}

	@Test
	void forget_directory_survivesTheLauncher() throws Exception {
		Process launcher = start("forget");
		Path directory = readDirectory(launcher);

		killAndAwaitWatchdog(launcher);

		assertThat(directory).isDirectory();
	}

	@Test
	void marker_couldMatchOthers_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new Marker("PMIX_NAMESPACE", "short"));
		assertThatIllegalArgumentException().isThrownBy(() -> new Marker("PMIX_NAMESPACE", "long enough but spaces"));
		assertThatIllegalArgumentException().isThrownBy(() -> new Marker("A=B", "long-enough-value"));
	}

	private Process start(String what) throws Exception {
		return Jvm.start(List.of(), Launcher.class, what, base.toString(), marker.valuePrefix());
	}

	private static Path readDirectory(Process launcher) throws Exception {
		BufferedReader reader = launcher.inputReader();
		String line = reader.readLine();
		assertThat(line).as("the launcher's first line").isNotNull();
		return Path.of(line);
	}

	/** Kills the launcher. Waits for the end of its watchdog, and returns all processes that it had started. */
	private List<ProcessHandle> killAndAwaitWatchdog(Process launcher) throws Exception {
		List<ProcessHandle> started = Stream.concat(launcher.descendants(),
				MarkedProcesses.find(marker).stream().flatMap(pid -> ProcessHandle.of(pid).stream())).distinct().toList();
		ProcessHandle watchdog = started.stream().filter(WatchdogTest::isWatchdog).findAny().orElseThrow();
		launcher.destroyForcibly();
		Await.result(watchdog.onExit());
		return started;
	}

	private static boolean isWatchdog(ProcessHandle handle) {
		return commandLine(handle).contains("\0pmix4j-watchdog\0");
	}

	private static String commandLine(ProcessHandle handle) {
		try {
			return Files.readString(Path.of("/proc", Long.toString(handle.pid()), "cmdline"), StandardCharsets.ISO_8859_1);
		} catch (IOException e) {
			return "";
		}
	}
}
