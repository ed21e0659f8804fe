// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.cleanup.AnnouncedFiles;
import org.pmix4j.process.internal.cleanup.Leftovers;
import org.pmix4j.process.internal.cleanup.Marker;
import org.pmix4j.process.internal.cleanup.PrivateDirectory;
import org.pmix4j.process.internal.posix.ExitStatus;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.OtherUsers;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ProcessTable;

/** Leftovers that the next start removes, and directories that it must keep. Tests simulate dead owners by editing the owner file. */
class LeftoversTest {

	private static final String PREFIX = "pmix4j-test-";
	/**
	 * Starts a process with a variable, prints its id, and holds it at its exit (PTRACE_O_TRACEEXIT) until the input ends, as if it waited
	 * for a device; prints "refused" if it may not. Exits with the signal that ended the process, which does not outlive it (EXITKILL).
	 */
	private static final String TRACER = """
			import ctypes, os, subprocess, sys
			ptrace = ctypes.CDLL(None).ptrace
			ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
			SEIZE, CONTINUE, TRACE_EXIT, EXIT_KILL = 0x4206, 7, 0x40, 0x100000
			child = subprocess.Popen(["sleep", "1000"], env=os.environ | {sys.argv[1]: sys.argv[2]})
			traced = ptrace(SEIZE, child.pid, None, TRACE_EXIT | EXIT_KILL) == 0
			print(child.pid if traced else "refused", flush=True)
			sys.stdin.read()
			os.kill(child.pid, 9)
			status = os.waitpid(child.pid, 0)[1]
			while os.WIFSTOPPED(status):
				ptrace(CONTINUE, child.pid, None, None)
				status = os.waitpid(child.pid, 0)[1]
			sys.exit(os.WTERMSIG(status))
			""";

	@AutoClose
	final Loop loop = new Loop();

	@TempDir
	Path base = Path.of("");

	private final Marker marker = new Marker("PMIX_NAMESPACE", "dead-" + UUID.randomUUID());
	private final AnnouncedFiles announced = new AnnouncedFiles();
	private Path directory = Path.of("");

	@BeforeEach
	void claimDirectory() throws IOException {
		PrivateDirectory made = PrivateDirectory.create(base, PREFIX);
		made.createDirectories("job", "0");
		Leftovers.claim(made, marker);
		directory = made.path();
	}

	@Test
	void sweep_ownerAlive_keepsTheDirectory() {
		Leftovers.Sweep sweep = Leftovers.sweep(base, PREFIX, announced);

		assertThat(sweep.removed()).isEmpty();
		assertThat(sweep.problems()).isEmpty();
		assertThat(directory).isDirectory();
	}

	@Test
	void sweep_ownerDead_removesDirectoryAndKillsProcesses() throws Exception {
		SpawnSpec spec = loop.spec("sleep", "1000");
		ChildProcess orphan = loop.spawn(spec.withEnvironment(Map.of(marker.name(), marker.valuePrefix() + "@3")), Loop.IGNORE);
		ChildProcess other = loop.spawn(spec.withEnvironment(Map.of(marker.name(), "x" + marker.valuePrefix())), Loop.IGNORE);
		changeOwner("pid", "99999999");

		Leftovers.Sweep sweep = Leftovers.sweep(base, PREFIX, announced);

		assertThat(sweep.removed()).containsExactly(directory);
		assertThat(sweep.killed()).containsExactly(orphan.pid());
		assertThat(Await.result(orphan.ended()).signal()).isEqualTo(Signals.KILL);
		assertThat(directory).doesNotExist();
		assertThat(other.exit().toCompletableFuture()).isNotDone();
	}

	@Test
	void sweep_processCannotDie_directoryGoesAndProcessIsNamed() throws Exception {
		Collected tracee = new Collected();
		SpawnSpec spec = loop.spec(Peers.installed("python3").toString(), "-c", TRACER, marker.name(), marker.valuePrefix() + "@3");
		ChildProcess tracer = loop.spawn(spec.withStdin(), tracee);
		Await.result(tracee.firstLine());
		if (tracee.out().equals("refused\n")) {
			throw Peers.missing("permission to trace own processes (ptrace)");
		}
		int pid = Integer.parseInt(tracee.out().strip());
		ProcessTable.Entry orphan = ProcessTable.entry(pid).orElseThrow();
		changeOwner("pid", "99999999");

		Leftovers.Sweep sweep = Leftovers.sweep(base, PREFIX, announced);

		assertThat(sweep.killed()).containsExactly(pid);
		assertThat(sweep.problems()).singleElement().asString().startsWith("process " + pid + " has not ended after kill -9");
		assertThat(directory).doesNotExist();
		assertThat(orphan.isAlive()).isTrue();
		tracer.stdin().close();
		assertThat(Await.result(tracer.ended())).isEqualTo(ExitStatus.exited(Signals.KILL));
	}

	@Test
	void sweep_ownerDead_removesTheFilesThatAnnouncedIt() throws Exception {
		Path stale = Files.writeString(base.resolve("stale file"), "uri-1\nv5\n");
		Path replaced = Files.writeString(base.resolve("replaced"), "uri-1234\n");
		Path link = Files.createSymbolicLink(base.resolve("link"), Files.writeString(base.resolve("target"), "uri-1\n"));
		Path ours = Files.writeString(base.resolve("ours"), "uri-1\n");
		AnnouncedFiles ofTheDead = new AnnouncedFiles();
		for (Path file : List.of(stale, replaced, link, ours, base.resolve("missing"))) {
			ofTheDead.add(directory, "uri-1", file);
		}
		announced.add(Files.createDirectory(base.resolve("session")), "uri-2", ours);
		assertThat(Leftovers.sweep(base, PREFIX, announced).removed()).isEmpty();
		assertThat(stale).exists();
		changeOwner("pid", "99999999");

		Leftovers.Sweep sweep = Leftovers.sweep(base, PREFIX, announced);

		assertThat(sweep.removed()).containsExactly(directory);
		assertThat(sweep.problems()).isEmpty();
		assertThat(stale).doesNotExist();
		assertThat(List.of(replaced, link, ours)).allMatch(Files::exists);
	}

	@Test
	void sweep_pidReused_removesTheDirectory() throws Exception {
		changeOwner("start", "1");

		assertThat(Leftovers.sweep(base, PREFIX, announced).removed()).containsExactly(directory);
	}

	@Test
	void sweep_createdBeforeTheLastBoot_removesTheDirectory() throws Exception {
		changeOwner("boot", UUID.randomUUID().toString());

		assertThat(Leftovers.sweep(base, PREFIX, announced).removed()).containsExactly(directory);
	}

	@Test
	void sweep_ownerInAnotherContainer_keepsTheDirectoryWhileTheContainerRuns() throws Exception {
		String own = namespace("self");
		String unshare = String.join(" ", OtherUsers.unmapped());
		ChildProcess container = loop.spawn(loop.shell("exec " + unshare + " --pid --fork sleep 1000"), Loop.IGNORE);
		ProcessHandle handle = ProcessHandle.of(container.pid()).orElseThrow();
		Await.until("the container runs", Duration.ofSeconds(20),
				() -> handle.children().anyMatch(inner -> !namespace(Long.toString(inner.pid())).equals(own)));
		ProcessTable.Entry inner = ProcessTable.descendants(container.pid()).get(0);
		changeOwner("pidns", namespace(Integer.toString(inner.pid())));

		assertThat(Leftovers.sweep(base, PREFIX, announced).removed()).isEmpty();

		container.signal(Signals.KILL);
		Await.result(container.ended());
		Await.until("the container has ended", Duration.ofSeconds(20), () -> !inner.isAlive());
		// only processes in the initial namespace see those of all others
		assertThat(Leftovers.sweep(base, PREFIX, announced).removed())
				.isEqualTo(own.equals("pid:[4026531836]") ? List.of(directory) : List.of());
	}

	private static String namespace(String process) {
		try {
			return Files.readSymbolicLink(Path.of("/proc", process, "ns/pid")).toString();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	@Test
	void sweep_ownerOnAnotherMachine_keepsTheDirectory() throws Exception {
		changeOwner("host", "elsewhere");
		changeOwner("boot", UUID.randomUUID().toString());
		assertThat(Leftovers.sweep(base, PREFIX, announced).removed()).isEmpty();
		assertThat(directory).isDirectory();
	}

	@Test
	void sweep_withoutOwner_removesOnlyOldDirectories() throws Exception {
		Files.delete(directory.resolve(".owner"));
		assertThat(Leftovers.sweep(base, PREFIX, announced).removed()).isEmpty();

		Files.setLastModifiedTime(directory, FileTime.from(Instant.now().plusSeconds(3600)));
		assertThat(Leftovers.sweep(base, PREFIX, announced).removed()).containsExactly(directory);

		Files.createDirectory(directory);
		Files.setLastModifiedTime(directory, FileTime.from(Instant.now().minusSeconds(3600)));
		assertThat(Leftovers.sweep(base, PREFIX, announced).removed()).containsExactly(directory);
	}

	@Test
	void sweep_unsafeMarker_killsNothing() throws Exception {
		changeOwner("pid", "99999999");
		changeOwner("marker", "PATH /");

		Leftovers.Sweep sweep = Leftovers.sweep(base, PREFIX, announced);

		assertThat(sweep.killed()).isEmpty();
		assertThat(directory).isDirectory();
	}

	@Test
	void sweep_otherNamesAndLinks_keepsThem() throws Exception {
		changeOwner("pid", "99999999");
		Path elsewhere = Files.move(directory, base.resolve("kept"));
		Files.createSymbolicLink(base.resolve(PREFIX + "link"), elsewhere);

		assertThat(Leftovers.sweep(base, PREFIX, announced).removed()).isEmpty();
		assertThat(elsewhere.resolve("job/0")).isDirectory();
	}

	@Test
	void sweep_missingBase_doesNothing() {
		assertThat(Leftovers.sweep(base.resolve("none"), PREFIX, announced).problems()).isEmpty();
	}

	private void changeOwner(String field, String value) throws IOException {
		Path file = directory.resolve(".owner");
		String changed = Files.readString(file).replaceAll("(?m)^" + field + " .*$", field + " " + value);
		Files.writeString(file, changed);
	}
}
