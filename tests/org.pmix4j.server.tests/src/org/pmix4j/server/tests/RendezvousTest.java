// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.LocalDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.model.CTime;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.rendezvous.Announcement;
import org.pmix4j.server.internal.rendezvous.RendezvousFiles;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.options.ServerRole;
import org.pmix4j.testkit.ProcessTable;

/** Tests the files by which tools find a server. */
class RendezvousTest {
	private static final long PID = ProcessHandle.current().pid();
	/** Above the highest process id of any kernel. */
	private static final long NOBODY = 0x7fff_ffff;

	@RegisterExtension
	private final ServerLog log = new ServerLog();
	/** A process must listen at the address of a server that runs. */
	@AutoClose
	private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
	private final String uri = "server.0;tcp4://127.0.0.1:" + socket.getLocalPort();
	private final Path folder;

	RendezvousTest(@TempDir Path folder) throws IOException {
		this.folder = folder;
	}

	private ServerOptions options(ServerRole... roles) {
		return ServerOptions.of(Proc.of("server", 0), "node0", folder.resolve("session")).withSystemDirectory(folder.resolve("system"))
				.withRoles(List.of(roles));
	}

	private RendezvousFiles publish(ServerOptions options) throws PmixException {
		return RendezvousFiles.publish(options, uri, "4.2.2", List.of("PMIX_SERVER_URI41", "PMIX_SERVER_URI4"));
	}

	private List<String> found() throws IOException {
		try (Stream<Path> all = Files.walk(folder)) {
			return all.filter(Files::isRegularFile).map(folder::relativize).map(Path::toString).sorted().toList();
		}
	}

	@ParameterizedTest
	@CsvSource({ "SYSTEM,system/pmix.sys.node0", "SESSION,session/pmix.node0.tool", "SCHEDULER,system/pmix.sched.node0",
			"SYSTEM_CONTROLLER,system/pmix.sysctrlr.node0" })
	void role_hasItsFile(ServerRole role, String file) throws Exception {
		try (RendezvousFiles files = publish(options(role))) {
			assertThat(found()).containsExactly(file);
		}
		assertThat(folder).isEmptyDirectory();
	}

	@Test
	void toolSupport_hasFilesForProcessAndNamespace() throws Exception {
		try (RendezvousFiles files = publish(options(ServerRole.TOOL_SUPPORT))) {
			assertThat(found()).containsExactlyInAnyOrder("session/pmix.node0.tool." + PID, "session/pmix.node0.tool.server");
		}
	}

	@Test
	void gateway_hasNoFile() throws Exception {
		publish(options(ServerRole.GATEWAY)).close();

		assertThat(folder).isEmptyDirectory();
	}

	@Test
	void content_isThatOfCLibraryAndTheStartOfTheProcess() throws Exception {
		try (RendezvousFiles files = publish(options(ServerRole.SYSTEM).withStartTime("Fri Nov  6 07:40:13 2026\n"))) {
			String user = ProcessTable.ownUid() + ":" + ProcessTable.ownGid();
			assertThat(folder.resolve("system/pmix.sys.node0"))
					.hasContent(uri + "\n4.2.2\n" + PID + "\n" + user + "\nFri Nov  6 07:40:13 2026\n\n" + ownStart() + "\n");
		}
	}

	private static long ownStart() {
		return ProcessTable.entry(PID).orElseThrow().start();
	}

	@Test
	void file_ofALaterProcessWithTheSameId_isReplaced() throws Exception {
		Path file = planted(PID);
		Files.writeString(file, new Announcement(uri, "4.2.2", PID, 0, 0, "some time", ownStart() + 1).text());

		try (RendezvousFiles files = publish(options(ServerRole.SYSTEM))) {
			assertThat(found()).hasSize(1);
			assertThat(file).content().contains("\n" + ownStart() + "\n");
		}
	}

	@Test
	void time_isFormattedLikeCtime() {
		assertThat(CTime.format(LocalDateTime.of(2026, 11, 6, 7, 4, 3))).isEqualTo("Fri Nov  6 07:04:03 2026");
		assertThat(CTime.format(LocalDateTime.of(2024, 2, 29, 23, 59, 58))).isEqualTo("Thu Feb 29 23:59:58 2024");
	}

	@ParameterizedTest
	@CsvSource({ "false,rw-------,rwx------", "true,rw-r--r--,rwxr-xr-x" })
	void permissions_areOpenToOthersOnlyForForeignTools(boolean foreign, String file, String directory) throws Exception {
		try (RendezvousFiles files = publish(options(ServerRole.SYSTEM).withForeignTools(foreign))) {
			assertThat(Files.getPosixFilePermissions(folder.resolve("system/pmix.sys.node0"))).isEqualTo(PosixFilePermissions.fromString(file));
			assertThat(Files.getPosixFilePermissions(folder.resolve("system"))).isEqualTo(PosixFilePermissions.fromString(directory));
		}
	}

	@Test
	void directories_createdByTheServer_areRemovedOnly() throws Exception {
		Files.createDirectory(folder.resolve("a"));
		try (RendezvousFiles files = publish(options(ServerRole.SYSTEM).withSystemDirectory(folder.resolve("a/b/c")))) {
			assertThat(found()).containsExactly("a/b/c/pmix.sys.node0");
		}

		assertThat(folder.resolve("a")).isEmptyDirectory();
	}

	@Test
	void directories_withFilesOfOthers_areKept() throws Exception {
		try (RendezvousFiles files = publish(options(ServerRole.SYSTEM).withSystemDirectory(folder.resolve("a/b")))) {
			Files.writeString(folder.resolve("a/other"), "x");
		}

		assertThat(found()).containsExactly("a/other");
		assertThat(folder.resolve("a/b")).doesNotExist();
	}

	@Test
	void directories_removedByTheHost_areKept() throws Exception {
		publish(options(ServerRole.SYSTEM).withHostRemovesDirectories(true)).close();

		assertThat(folder.resolve("system")).isEmptyDirectory();
	}

	@Test
	void file_ofARunningServer_isRefusedWithItsOwner() throws Exception {
		try (RendezvousFiles first = publish(options(ServerRole.SYSTEM))) {
			assertThatExceptionOfType(PmixException.class).isThrownBy(() -> publish(options(ServerRole.SESSION, ServerRole.SYSTEM)))
					.withMessageContaining("process " + PID).withMessageContaining(folder.resolve("system/pmix.sys.node0").toString())
					.satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_EXISTS));
			assertThat(found()).as("files of the first server only").containsExactly("system/pmix.sys.node0");
		}
	}

	private Path planted(long pid) throws IOException {
		Path file = Files.createDirectories(folder.resolve("system")).resolve("pmix.sys.node0");
		return Files.writeString(file, new Announcement("old.0;tcp4://127.0.0.1:1", "4.2.2", pid, 0, 0, "some time", 0).text());
	}

	@Test
	void file_ofADeadServer_isReplaced() throws Exception {
		Path file = planted(NOBODY);
		try (RendezvousFiles files = publish(options(ServerRole.SYSTEM))) {
			assertThat(file).content().startsWith(uri);
			assertThat(found()).hasSize(1);
		}
		assertThat(file).doesNotExist();
	}

	@Test
	void file_olderThanTheProcessWithItsPid_isReplaced() throws Exception {
		Files.setLastModifiedTime(planted(PID), FileTime.fromMillis(0));

		try (RendezvousFiles files = publish(options(ServerRole.SYSTEM))) {
			assertThat(folder.resolve("system/pmix.sys.node0")).content().startsWith(uri);
		}
	}

	@Test
	void file_ofLivingProcessThatServesNothing_isReplaced() throws Exception {
		Path file = planted(PID);

		try (RendezvousFiles files = publish(options(ServerRole.SYSTEM))) {
			assertThat(file).content().startsWith(uri);
			assertThat(found()).hasSize(1);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "echo something of the user >$0", "printf 'a\\nb\\n1\\n0:0\\ntime\\n\\n' >$0", "mkfifo $0", "mkdir $0",
			"ln -s /etc/passwd $0", "ln -s nowhere $0", "echo x >$0; chmod 0 $0", "head -c 5000 /dev/zero >$0" })
	void nameOfARole_takenByNoServer_isMovedAside(String make) throws Exception {
		Path file = Files.createDirectories(folder.resolve("system")).resolve("pmix.sys.node0");
		assertThat(new ProcessBuilder("sh", "-c", make, file.toString()).inheritIO().start().waitFor()).isZero();
		Object kind = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey();

		try (RendezvousFiles files = publish(options(ServerRole.SYSTEM))) {
			assertThat(file).content().startsWith(uri);
		}

		try (Stream<Path> left = Files.list(file.getParent())) {
			Path aside = left.reduce((one, other) -> fail("more than one file is left")).orElseThrow();
			assertThat(Files.readAttributes(aside, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).fileKey()).isEqualTo(kind);
			assertThat(log.warnings()).singleElement().asString().contains(file.toString(), "not written by a server", aside.toString());
		}
	}

	@Test
	void file_empty_isReplaced() throws Exception {
		Path file = Files.createFile(folder.resolve("contact"));
		try (RendezvousFiles files = publish(options().withLauncherFile(file))) {
			assertThat(file).content().startsWith(uri);
		}
		assertThat(file).doesNotExist();
	}

	@ParameterizedTest
	@ValueSource(strings = { "something of the user\n", "uri\n4.2.2\nno number\n0:0\ntime\n\n" })
	void file_ofAnotherKind_isNotChanged(String content) throws Exception {
		Path file = Files.writeString(folder.resolve("contact"), content);

		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> publish(options().withLauncherFile(file)))
				.withMessageContaining(file.toString());
		assertThat(file).hasContent(content);
	}

	@Test
	void link_isNotFollowed() throws Exception {
		Path victim = Files.writeString(folder.resolve("victim"), "");
		Path file = Files.createSymbolicLink(folder.resolve("contact"), victim);

		assertThatExceptionOfType(PmixException.class).isThrownBy(() -> publish(options().withLauncherFile(file)));
		assertThat(victim).isEmptyFile();
	}

	@Test
	void file_replacedByAnother_isKept() throws Exception {
		RendezvousFiles files = publish(options(ServerRole.SYSTEM));
		Path file = folder.resolve("system/pmix.sys.node0");
		Files.delete(file);
		Files.writeString(file, "of another");
		files.close();

		assertThat(file).hasContent("of another");
	}

	@Test
	void file_replacedByManyAtOnce_belongsToOne() throws Exception {
		for (int round = 0; round < 20; round++) {
			planted(NOBODY);
			CyclicBarrier start = new CyclicBarrier(4);
			Callable<Boolean> attempt = () -> {
				start.await();
				try {
					publish(options(ServerRole.SYSTEM));
					return true;
				} catch (PmixException e) {
					assertThat(e.status()).isEqualTo(Status.ERR_EXISTS);
					return false;
				}
			};
			int winners = 0;
			try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
				for (Future<Boolean> each : threads.invokeAll(List.of(attempt, attempt, attempt, attempt))) {
					winners += each.get() ? 1 : 0;
				}
			}

			assertThat(winners).isEqualTo(1);
			assertThat(found()).containsExactly("system/pmix.sys.node0");
		}
	}

	@Test
	void everyRole_hasAnAttribute() {
		assertThat(EnumSet.allOf(ServerRole.class)).extracting(role -> role.attribute().key()).doesNotHaveDuplicates();
	}
}
