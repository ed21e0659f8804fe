// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.server.options.ServerRole;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.OtherUsers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;
import org.pmix4j.testkit.ServerRun;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/**
 * Issue 29, entry 4: tests clients and tools whose server has died, after which another user listens at its port. Process ids are used
 * again, so the impostor may also have the process id in the file that the server has left behind.
 */
class ImpostorTest {
	private static final int STRANGER = 4321;
	private static final int PID_LINE = 2;
	private static final int START_LINE = 6;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();
	@TempDir
	private Path folder;
	private final List<Process> started = new ArrayList<>();

	@AfterEach
	void endImpostors() throws InterruptedException {
		for (Process process : started) {
			process.destroyForcibly();
			Await.exit(process);
		}
	}

	/** A process of another user that listens at a port. */
	private record Impostor(Process process, int port, long pid) {
		String uri() {
			return "old.0;tcp4://127.0.0.1:" + port;
		}

		/** Returns the lengths of what it was sent, after a connection of the test itself that sends 3 bytes. */
		List<String> received() throws IOException {
			try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port); OutputStream out = socket.getOutputStream()) {
				out.write(new byte[3]);
			}
			List<String> lines = new ArrayList<>();
			do {
				lines.add(line(process));
			} while (!"received 3 bytes".equals(lines.get(lines.size() - 1)));
			return lines;
		}
	}

	private static String line(Process process) throws IOException {
		String line = process.inputReader().readLine();
		if (line == null) {
			throw new AssertionError("the impostor has ended");
		}
		return line;
	}

	private Impostor impostor(int port) throws IOException {
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
		Path program = Files.copy(Peers.c("impostor"), folder.resolve("impostor"));
		List<String> command = Stream.concat(OtherUsers.as(STRANGER).stream(), Stream.of(program.toString(), Integer.toString(port))).toList();
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		started.add(process);
		String[] ready = line(process).split(" ");
		return new Impostor(process, Integer.parseInt(ready[0]), Long.parseLong(ready[1]));
	}

	private LocalHost host() throws IOException, PmixException {
		return LocalHost.start(HostOptions.defaults().withDirectory(folder).withRoles(Set.of(ServerRole.TOOL_SUPPORT)));
	}

	private Path announced() throws IOException {
		try (Stream<Path> files = Files.walk(folder)) {
			return files.filter(file -> file.getFileName().toString().endsWith("." + ProcessHandle.current().pid())).findFirst().orElseThrow();
		}
	}

	private static List<String> replaced(List<String> lines, int index, String line) {
		List<String> changed = new ArrayList<>(lines);
		changed.set(index, line);
		return changed;
	}

	/** The file is the victim's own, as the dead server has left it; the impostor has its port and its process id. */
	@ParameterizedTest
	@ValueSource(strings = { "search", "file", "address" })
	void submit_portOfDeadServerBelongsToAnotherUser_sendsNothing(String way) throws IOException, PmixException {
		Path file;
		List<String> lines;
		try (LocalHost host = host()) {
			assertThat(host.uri()).isNotEmpty();
			file = pmix4j.directory().resolve(announced().getFileName());
			lines = Files.readAllLines(announced());
		}
		String uri = lines.get(0);
		Impostor impostor = impostor(Integer.parseInt(uri.substring(uri.lastIndexOf(':') + 1)));
		Files.write(file, replaced(lines, PID_LINE, Long.toString(impostor.pid)));
		List<Object> words = new ArrayList<>();
		if (!way.equals("search")) {
			words.addAll(List.of("--dvm-uri", way.equals("file") ? "file:" + file : uri));
		}
		words.addAll(List.of("-n", 1, "-x", "SECRET=of-the-victim", "true"));

		boolean isConnected = way.equals("address");

		Outcome outcome = ServerRun.command(pmix4j, "submit", words.toArray()).finish();

		Files.delete(file);
		List<String> errors = outcome.requireExit(isConnected ? 1 : 69).errorLines();
		assertThat(impostor.received()).isEqualTo(isConnected ? List.of("received 0 bytes", "received 3 bytes") : List.of("received 3 bytes"));
		assertThat(errors).singleElement().asString()
				.contains(isConnected ? "now belongs to another user (4321), so nothing was sent to it" : "was left behind by a server that has ended");
	}

	/** The process id is that of a process of the victim, so that only the port is wrong. */
	@Test
	void open_portOfLivingServerBelongsToAnotherUser_isNotUsed() throws IOException, PmixException {
		Impostor impostor = impostor(0);
		try (LocalHost host = host()) {
			List<String> lines = Files.readAllLines(announced());
			assertThat(lines.get(0)).isEqualTo(host.uri());
			Path file = Files.write(folder.resolve("file"), replaced(lines, 0, impostor.uri()));

			assertThatThrownBy(() -> open(file)).hasMessageContaining("its port now belongs to another user (4321)");
		}
		assertThat(impostor.received()).containsExactly("received 3 bytes");
	}

	@Test
	void client_serverIsOfAnotherUser_sendsNothing() throws IOException {
		Impostor impostor = impostor(0);
		ClientOptions options = ClientOptions.DEFAULT.withEnvironment(
				Map.of("PMIX_NAMESPACE", "job", "PMIX_RANK", "0", "PMIX_SERVER_URI41", impostor.uri(), "PMIX_VERSION", "4.2.2"));

		assertThatThrownBy(() -> PmixClient.open(options)).isInstanceOfSatisfying(PmixException.class,
				refused -> assertThat(refused.status()).isEqualTo(Status.ERR_NO_PERMISSIONS));

		assertThat(impostor.received()).containsExactly("received 0 bytes", "received 3 bytes");
	}

	@Test
	void run_debuggerIsOfAnotherUser_sendsNothing() throws IOException {
		Impostor impostor = impostor(0);

		List<String> errors = pmix4j.run("-n", 1, "true").with("PMIX_LAUNCHER_RNDZ_URI", impostor.uri())
				.with("PMIX_NAMESPACE", "launcher").finish().errorLines();

		assertThat(errors).anySatisfy(line -> assertThat(line).contains("now belongs to another user (4321), so nothing was sent to it"));
		assertThat(impostor.received()).containsExactly("received 0 bytes", "received 3 bytes");
	}

	private static void open(Path file) throws PmixException {
		PmixTool.open(ToolOptions.of(ServerChoice.file(file)).withFindLimit(Duration.ZERO)).close();
	}

	/** A later process of the same user has the process id of the dead server. */
	@Test
	void open_laterProcessHasTheIdOfTheServer_isNotUsed() throws IOException, PmixException {
		try (LocalHost host = host()) {
			List<String> lines = Files.readAllLines(announced());
			assertThat(lines.get(0)).isEqualTo(host.uri());
			Path file = Files.write(folder.resolve("file"), lines);
			open(file);
			Files.write(file, replaced(lines, START_LINE, Long.toString(Long.parseLong(lines.get(START_LINE)) + 1)));

			assertThatThrownBy(() -> open(file)).hasMessageContaining("its process has ended");
		}
	}

	/** Files of C servers tell no start time, so their own time counts. */
	@Test
	void open_processIsYoungerThanFileOfTheCLibrary_isNotUsed() throws IOException, PmixException {
		Instant begun = ProcessHandle.current().info().startInstant().orElseThrow();
		try (LocalHost host = host()) {
			List<String> lines = Files.readAllLines(announced());
			assertThat(lines.get(0)).isEqualTo(host.uri());
			Path file = Files.write(folder.resolve("file"), lines.subList(0, START_LINE));
			open(file);
			Files.setLastModifiedTime(file, FileTime.from(begun.minusSeconds(10)));

			assertThatThrownBy(() -> open(file)).hasMessageContaining("its process has ended");
		}
	}
}
