// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.pmix4j.process.internal.cleanup.Watchdog;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.SpawnException;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.OpenFiles;

/** Many processes leave the numbers of descriptors and threads unchanged. */
class FlatResourcesTest {

	@Test
	void close_usedLoop_freesDescriptorsAndThreads() throws Exception {
		useOnce();
		int descriptors = OpenFiles.ofThisProcess().size();
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
			int descriptors = OpenFiles.ofThisProcess().size();

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
		Await.untilEmpty(Duration.ofSeconds(10), () -> OpenFiles.ofThisProcess().stream().skip(descriptors).toList());
		assertThat(OpenFiles.ofThisProcess()).hasSizeLessThanOrEqualTo(descriptors);
	}
}
