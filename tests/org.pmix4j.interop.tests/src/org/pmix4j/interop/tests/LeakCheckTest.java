// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.testkit.LeakCheck;

/** Tests that the leak check detects the leaks on which other tests rely. */
class LeakCheckTest {
	private static final Duration SOON = Duration.ofMillis(50);

	private final LeakCheck check = new LeakCheck(SOON);

	@BeforeEach
	void begin() {
		check.begin();
	}

	@Test
	void end_nothingLeft_passesAndRemovesTheDirectory() {
		Path directory = check.directory();

		assertThatCode(check::end).doesNotThrowAnyException();
		assertThatCode(() -> Files.createDirectory(directory)).doesNotThrowAnyException();
		assertThatCode(() -> Files.delete(directory)).doesNotThrowAnyException();
	}

	@Test
	void end_childLeft_isReported() throws Exception {
		Process child = new ProcessBuilder("sleep", "1000").start();

		assertThatThrownBy(check::end).isInstanceOf(AssertionError.class).hasMessageContaining("process " + child.pid() + " sleep 1000");
		child.destroyForcibly().waitFor();
	}

	@Test
	void end_orphanWithDirectoryInEnvironment_isReported() throws Exception {
		ProcessBuilder builder = new ProcessBuilder("sh", "-c", "setsid sleep 1000 >/dev/null 2>&1 & echo $!");
		builder.environment().put("TMPDIR", check.directory().toString());
		Process shell = builder.start();
		long orphan = Long.parseLong(shell.inputReader().readLine());
		shell.waitFor();

		assertThatThrownBy(check::end).hasMessageContaining("process " + orphan);
		ProcessHandle.of(orphan).ifPresent(ProcessHandle::destroyForcibly);
	}

	@Test
	void end_threadLeft_isReported() throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		Thread thread = Thread.ofPlatform().name("pmix-left").start(() -> {
			try {
				end.await();
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
			}
		});

		assertThatThrownBy(check::end).hasMessageContaining("pmix-left");
		end.countDown();
		thread.join();
	}

	@Test
	void end_portLeft_isReported() throws Exception {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			assertThatThrownBy(check::end).hasMessageContaining("listening on port " + socket.getLocalPort());
		}
	}

	@Test
	void end_fileLeft_isReportedAndRemoved() throws Exception {
		Path file = Files.createFile(Files.createDirectory(check.directory().resolve("session")).resolve("rank"));

		assertThatThrownBy(check::end).hasMessageContaining("file " + file);
		assertThatCode(() -> Files.createFile(file)).isInstanceOf(NoSuchFileException.class);
	}
}
