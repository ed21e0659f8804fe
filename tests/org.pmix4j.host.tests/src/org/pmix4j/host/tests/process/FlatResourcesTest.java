// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

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
		long descriptors = descriptors();
		Set<Thread> before = Thread.getAllStackTraces().keySet();

		for (int i = 0; i < 5; i++) {
			useOnce();
		}

		assertThat(descriptors()).isEqualTo(descriptors);
		assertThat(Thread.getAllStackTraces().keySet()).filteredOn(thread -> !before.contains(thread)).extracting(Thread::getName)
				.noneMatch(name -> name.startsWith("pmix-"));
	}

	@Test
	void loop_manyChildren_keepsDescriptorsConstant() throws Exception {
		try (Loop loop = new Loop()) {
			useAll(loop);
			long descriptors = descriptors();

			for (int i = 0; i < 20; i++) {
				useAll(loop);
			}

			assertThat(descriptors()).isEqualTo(descriptors);
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

	private static long descriptors() throws Exception {
		try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
			return all.count();
		}
	}
}
