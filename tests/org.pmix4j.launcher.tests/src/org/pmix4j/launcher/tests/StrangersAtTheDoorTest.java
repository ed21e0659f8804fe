// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.LauncherRun;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.OtherUsers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ProcessTable;
import org.pmix4j.testkit.ServerRun;

/**
 * Issue 9, entries 1 and 4: tests a launcher with a small heap whose door is flooded by its own or another user, and one in a user
 * namespace without a mapping, in which all users look the same.
 */
class StrangersAtTheDoorTest {
	private static final int STRANGER = 4321;
	private static final int FLOOD = 8000;
	private static final int HELD = 2000;
	private static final String ECHO = "echo uri=$PMIX_SERVER_URI41=; while read line; do echo got $line; done";
	/** The heap of 64 MiB, and what the JVM needs besides. */
	private static final long MOST_MEMORY = 220L << 20;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** Contains programs that another user can execute. */
	@TempDir
	private Path folder;
	private final List<Process> started = new ArrayList<>();

	@BeforeEach
	void openFolder() throws IOException {
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
	}

	@AfterEach
	void endPeers() {
		started.forEach(Process::destroyForcibly);
	}

	private LauncherRun launcher(List<String> inside) {
		return pmix4j.run("-n", 1, "sh", "-c", ECHO).inside(inside).maxHeap("64m").inputByTest().start()
				.awaitOutput("=\n");
	}

	private static String uri(LauncherRun run) {
		return run.outputSoFar().split("=")[1];
	}

	private static String port(LauncherRun run) {
		String uri = uri(run);
		return uri.substring(uri.lastIndexOf(':') + 1);
	}

	/** Starts a peer program, as another user if there is a prefix. */
	private Process peer(List<String> prefix, String program, String... arguments) throws IOException {
		Path copy = folder.resolve(program);
		if (!Files.exists(copy)) {
			Files.copy(Peers.c(program), copy);
		}
		List<String> command = Stream.of(prefix.stream(), Stream.of(copy.toString()), Arrays.stream(arguments)).flatMap(all -> all).toList();
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		started.add(process);
		return process;
	}

	private static void awaitFlooded(Process flood) throws IOException {
		InputStream output = flood.getInputStream();
		String first = new String(output.readNBytes("flooded".length()), StandardCharsets.US_ASCII);
		assertThat(first).isEqualTo("flooded");
	}

	private static void requireSuccess(Process process) throws InterruptedException {
		String output = Await.output(process);
		assertThat(process.exitValue()).as(output).isZero();
	}

	/** Checks that ranks, output and input of a running job still work. */
	private static void requireEcho(LauncherRun run, String word) {
		try {
			run.input().write((word + "\n").getBytes(StandardCharsets.US_ASCII));
			run.input().flush();
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
		run.awaitOutput("got " + word + "\n");
	}

	private static void requireCtrlCWorks(LauncherRun run) {
		assertThat(run.signal("INT").end().errorLines()).contains("pmix4j: the job was interrupted; 1 rank was ended");
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void run_doorIsFloodedWithIncompleteHellos_launcherGoesOn(boolean byStranger) throws IOException, InterruptedException {
		List<String> attacker = byStranger ? OtherUsers.as(STRANGER) : List.of();
		LauncherRun run = launcher(List.of());
		Process flood = peer(attacker, "door_flood", port(run), Integer.toString(FLOOD), Integer.toString(HELD));
		awaitFlooded(flood);

		requireEcho(run, "during");
		requireSuccess(peer(List.of(), "pmix_tool", "--uri", uri(run)));
		assertThat(ProcessTable.peakMemory(run.pid())).isLessThan(MOST_MEMORY);
		flood.getOutputStream().close();
		requireSuccess(flood);
		requireEcho(run, "after");
		requireCtrlCWorks(run);
	}

	@Test
	void tool_ofAnotherUser_failsAtOnce() throws IOException, InterruptedException {
		LauncherRun run = launcher(List.of());

		requireSuccess(peer(OtherUsers.as(STRANGER), "pmix_tool", "--uri", uri(run), "--refused"));
		requireCtrlCWorks(run);
	}

	@Test
	void submit_addressWrittenByAnotherUser_isNotUsed() throws IOException, InterruptedException {
		LauncherRun run = launcher(List.of());
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
		Path file = folder.resolve("uri");
		List<String> write = new ArrayList<>(OtherUsers.as(STRANGER));
		write.addAll(List.of("sh", "-c", "echo \"$1\" >\"$2\"", "sh", uri(run), file.toString()));
		assertThat(new ProcessBuilder(write).inheritIO().start().waitFor()).isZero();

		Outcome outcome = ServerRun.command(pmix4j, "submit", "--dvm-uri", "file:" + file, "-n", 1, "true").finish().requireExit(1);

		assertThat(outcome.errorLines())
				.containsExactly("pmix4j: " + file + " belongs to another user (" + STRANGER + "), whose server is not used");
		requireCtrlCWorks(run);
	}

	@Test
	void run_withoutUserMapping_ranksAreServed() {
		pmix4j.run("-n", 4, Peers.c("pmix_fence")).inside(OtherUsers.unmapped()).finish().requirePeers("pmix_fence", 4);
	}

	@Test
	void run_withoutUserMapping_ranksOfDebian13AreServed() {
		List<Object> words = new ArrayList<>(List.of("-n", 2));
		words.addAll(Peers.trixieByLoader("pmix_fence"));

		pmix4j.run(words.toArray()).inside(OtherUsers.unmapped()).finish().requirePeers("pmix_fence", 2);
	}

	@Test
	void run_withoutUserMapping_toolsOfRanksAreServed() {
		String tool = Peers.c("pmix_tool") + " --uri $PMIX_SERVER_URI41";
		List<String> lines = pmix4j.run("-n", 2, "sh", "-c", tool).inside(OtherUsers.unmapped()).finish().requireExit(0).lines();

		assertThat(lines).filteredOn(line -> line.startsWith("pmix_tool 0/1 ok")).hasSize(2);
	}

	/** The host's network is shared, as in a container; in a namespace of its own, the stranger has the same user id as the launcher. */
	@Test
	void run_withoutUserMapping_otherUserIsRefused() throws IOException, InterruptedException {
		List<String> unmapped = OtherUsers.unmapped();
		LauncherRun run = launcher(unmapped);
		List<String> attacker = Stream.concat(OtherUsers.as(STRANGER).stream(), unmapped.stream()).toList();

		requireSuccess(peer(attacker, "pmix_tool", "--uri", uri(run), "--refused"));
		requireSuccess(peer(OtherUsers.as(STRANGER), "pmix_tool", "--uri", uri(run), "--refused"));
		run.awaitErrors("all users look the same in this user namespace");
		requireCtrlCWorks(run);
	}
}
