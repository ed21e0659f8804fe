// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.rendezvous.RendezvousFiles;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.options.ServerRole;
import org.pmix4j.testkit.Await;

/** Tests the file in which the user requests the address of the server: no file of the user is lost. */
class ReportedFileTest {
	private static final String URI = "server.0;tcp4://127.0.0.1:1234";
	private static final String TEXT = URI + "\nv4.2.2\n";

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	private final Path folder;
	private final Path file;

	ReportedFileTest(@TempDir Path folder) {
		this.folder = folder;
		file = folder.resolve("uri");
	}

	private ServerOptions options(ServerRole... roles) {
		return ServerOptions.of(Proc.of("server", 0), "node0", folder.resolve("session")).withSystemDirectory(folder.resolve("system"))
				.withRoles(List.of(roles));
	}

	private static RendezvousFiles publish(ServerOptions options) throws PmixException {
		return RendezvousFiles.publish(options, URI, "4.2.2", List.of("PMIX_SERVER_URI41", "PMIX_SERVER_URI4"));
	}

	private RendezvousFiles report(Path target) throws PmixException {
		return publish(options().withReportUri(target.toString()));
	}

	private void assertRefused(Path target) {
		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> report(target).close())
				.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_FILE_WRITE_FAILURE))
				.withMessageContaining(target + " exists and does not hold the address of a server");
	}

	@Test
	void newFile_isWrittenAndRemoved() throws Exception {
		try (RendezvousFiles files = report(file)) {
			assertThat(file).hasContent(TEXT);
			assertThat(folder).as("no draft is left").isDirectoryNotContaining(path -> !path.equals(file));
		}
		assertThat(folder).isEmptyDirectory();
	}

	@Test
	void draftsOfKilledServers_areRemovedAndNoOthers() throws Exception {
		Path left = old(".pmix4j-uri-99999999-1");
		Path leftToo = old(".pmix4j-draft-99999999-2");
		Path running = old(".pmix4j-draft-1-3");
		Path users = old(".pmix4j-draft-of-mine");
		Path young = Files.writeString(folder.resolve(".pmix4j-draft-99999999-4"), TEXT);

		report(file).close();

		assertThat(left).doesNotExist();
		assertThat(leftToo).doesNotExist();
		assertThat(List.of(running, users, young)).allSatisfy(each -> assertThat(each).exists());
	}

	private Path old(String name) throws IOException {
		return Files.setLastModifiedTime(Files.writeString(folder.resolve(name), TEXT), FileTime.from(Instant.now().minusSeconds(3600)));
	}

	@Test
	void restore_filesOfServerRemoved_areWrittenAgainButNotThoseOfTheUser() throws Exception {
		Path launcher = folder.resolve("launcher");
		ServerOptions options = options(ServerRole.SYSTEM, ServerRole.TOOL_SUPPORT).withReportUri(file.toString()).withLauncherFile(launcher);
		try (RendezvousFiles files = publish(options)) {
			Path kept = files.paths().stream().filter(each -> each.getFileName().toString().startsWith("pmix.sys")).findAny().orElseThrow();
			List<Path> tools = files.paths().stream().filter(each -> each.toString().contains(".tool")).toList();
			List<String> texts = new ArrayList<>();
			for (Path each : tools) {
				texts.add(Files.readString(each));
				Files.delete(each);
			}
			Files.delete(file);
			Files.delete(launcher);

			assertThat(files.restore()).hasSize(2).isEqualTo(tools).doesNotContain(kept);

			assertThat(tools).extracting(Files::readString).isEqualTo(texts);
			assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tools.get(0)))).isEqualTo("rw-------");
			assertThat(file).doesNotExist();
			assertThat(launcher).doesNotExist();
			assertThat(files.restore()).isEmpty();
			files.close();
			assertThat(tools).allSatisfy(each -> assertThat(each).doesNotExist());
			assertThat(files.restore()).as("after the end").isEmpty();
		}
	}

	@Test
	void restore_anotherServerHasTakenTheRole_leavesItsFile() throws Exception {
		try (RendezvousFiles files = publish(options(ServerRole.SYSTEM));
				ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			Files.delete(files.paths().get(0));
			RendezvousFiles others = RendezvousFiles.publish(options(ServerRole.SYSTEM), "other.0;tcp4://127.0.0.1:" + other.getLocalPort(), "4.2.2",
					List.of());

			assertThat(files.restore()).isEmpty();

			assertThat(Files.readString(files.paths().get(0))).startsWith("other.0;");
			others.close();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "precious", "a;tcp4://127.0.0.1:1\nv4.2.2\nand a line of the user", "\n" })
	void fileOfTheUser_isRefusedAndKept(String content) throws Exception {
		Files.writeString(file, content);

		assertRefused(file);
		assertThat(Files.readString(file)).isEqualTo(content);
		assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
	}

	@Test
	void linkToAFileOfTheUser_isRefusedAndKept() throws Exception {
		Path precious = Files.writeString(folder.resolve("precious"), "");
		Files.createSymbolicLink(file, precious);

		assertRefused(file);
		assertThat(file).isSymbolicLink();
		assertThat(precious).isEmptyFile();
	}

	@Test
	void directory_isRefused() throws Exception {
		assertRefused(Files.createDirectory(file));
	}

	@Test
	void emptyFile_isFilledAndEmptiedAgain() throws Exception {
		Files.createFile(file);
		Object key = Files.getAttribute(file, "fileKey");
		try (RendezvousFiles files = report(file)) {
			assertThat(file).hasContent(TEXT);
		}
		assertThat(file).isEmptyFile();
		assertThat(Files.getAttribute(file, "fileKey")).isEqualTo(key);
	}

	@ParameterizedTest
	@ValueSource(strings = { "p4j-1@0.0;tcp4://127.0.0.1:55555\nv4.2.2\n", "prterun-a-1@0.0;tcp6://[::1]:5\n" })
	void addressOfADeadServer_isReplacedAtomically(String stale) throws Exception {
		Files.writeString(file, stale);
		Path other = folder.resolve("other");
		Files.createLink(other, file);
		try (RendezvousFiles files = report(file)) {
			assertThat(file).hasContent(TEXT);
			assertThat(Files.readString(other)).as("replaced, not overwritten").isEqualTo(stale);
		}
		assertThat(file).doesNotExist();
	}

	@Test
	void replacedMeanwhile_isKept() throws Exception {
		try (RendezvousFiles files = report(file)) {
			Path same = Files.writeString(folder.resolve("same"), TEXT);
			Files.move(same, file, StandardCopyOption.REPLACE_EXISTING);
		}
		assertThat(file).hasContent(TEXT);
		assertThat(log.warnings()).singleElement().asString().contains(file + " is not removed");
	}

	@Test
	void changedMeanwhile_isKept() throws Exception {
		try (RendezvousFiles files = report(file)) {
			Files.writeString(file, "of the user");
		}
		assertThat(file).hasContent("of the user");
	}

	@Test
	void pipe_isWrittenAndKept() throws Exception {
		assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
		CompletableFuture<String> read = CompletableFuture.supplyAsync(() -> {
			try (BufferedReader reader = Files.newBufferedReader(file)) {
				return reader.readLine();
			} catch (IOException e) {
				return e.toString();
			}
		});
		report(file).close();

		assertThat(Await.result(read)).isEqualTo(URI);
		assertThat(file).exists();
	}

	@Test
	void directoryMissing_isAnError() {
		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> publish(options(ServerRole.SYSTEM).withReportUri(folder.resolve("no/where").toString())))
				.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_FILE_WRITE_FAILURE)).withMessageContaining("no/where");
		assertThat(folder).isEmptyDirectory();
	}
}
