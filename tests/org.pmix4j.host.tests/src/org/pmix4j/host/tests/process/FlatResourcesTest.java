// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.internal.cleanup.Watchdog;
import org.pmix4j.host.internal.process.ChildProcess;
import org.pmix4j.host.internal.process.SpawnException;
import org.pmix4j.testkit.Await;

/** Many processes leave the numbers of descriptors and threads unchanged. */
class FlatResourcesTest {

	@Test
	void close_usedLoop_freesDescriptorsAndThreads() throws Exception {
		useOnce();
		int descriptors = descriptors().size();
		Set<Thread> before = Thread.getAllStackTraces().keySet();

		for (int i = 0; i < 5; i++) {
			useOnce();
		}

		assertNoMoreThan(descriptors);
		assertThat(Thread.getAllStackTraces().keySet()).filteredOn(thread -> !before.contains(thread)).extracting(Thread::getName)
				.noneMatch(name -> name.startsWith("pmix-"));
	}

	@Test
	void loop_manyChildren_keepsDescriptorsConstant() throws Exception {
		try (Loop loop = new Loop()) {
			useAll(loop);
			int descriptors = descriptors().size();

			for (int i = 0; i < 20; i++) {
				useAll(loop);
			}

			assertNoMoreThan(descriptors);
		}
	}

	private static void useOnce() throws Exception {
		try (Loop loop = new Loop(); Watchdog watchdog = Watchdog.start(loop.get(), "pmix4j-")) {
			watchdog.watch(loop.marker());
			useAll(loop);
		}
	}

	private static void useAll(Loop loop) throws Exception {
		loop.run(loop.shell("echo out; echo err >&2"));
		loop.run(loop.shell("sleep 1000 >/dev/null 2>&1 & exit 1"));
		ChildProcess cat = loop.spawn(loop.spec("cat").withStdin(), Loop.IGNORE);
		cat.stdin().write(new byte[100_000]);
		cat.stdin().close();
		Await.result(cat.ended());
		try {
			loop.run(loop.shell("x".repeat(4 << 20)).withStdin());
		} catch (SpawnException expected) {
			assertThat(expected).hasMessageContaining("E2BIG");
		}
	}

	private static void assertNoMoreThan(int descriptors) {
		Await.untilEmpty(Duration.ofSeconds(10), () -> descriptors().stream().skip(descriptors).toList());
		assertThat(descriptors()).hasSizeLessThanOrEqualTo(descriptors);
	}

	/** Returns the pipes, sockets and handles of the kernel that are open. The runtime opens and closes jars as it needs them. */
	private static List<String> descriptors() {
		List<String> open = new ArrayList<>();
		try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
			for (Path descriptor : all) {
				try {
					String target = Files.readSymbolicLink(descriptor).toString();
					if (!target.startsWith("/")) {
						open.add(target);
					}
				} catch (NoSuchFileException e) {
					// closed since, such as the one of this listing
				}
			}
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
		return open;
	}
}
