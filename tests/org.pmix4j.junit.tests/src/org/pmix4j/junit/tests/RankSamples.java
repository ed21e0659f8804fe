// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.junit.RanksTest;

/** Sample tests for {@link RanksReportTest}; run by it only. */
final class RankSamples {
	/** The name of a system property that a sample passes on. */
	static final String PROPERTY = "org.pmix4j.junit.tests.sample";

	private RankSamples() {
	}

	private static int rank(PmixClient client) {
		return client.proc().rank().value();
	}

	/** Rank 1 fails, and rank 0 waits for it. */
	static class Failing {
		@RanksTest(2)
		void test(PmixClient client) throws Exception {
			System.out.println("hello of " + rank(client));
			client.fence(FenceOptions.DEFAULT);
			if (rank(client) == 1) {
				System.err.println("this goes wrong");
				assertEquals("apples", "pears");
			}
			client.fence(FenceOptions.DEFAULT);
		}
	}

	/** The rank fails with an exception that has a cause. */
	static class FailingWithCause {
		@RanksTest(1)
		void test() {
			throw new IllegalStateException("outer", new UnsupportedOperationException("inner"));
		}
	}

	/** Rank 0 never comes to the fence in which the others wait. */
	static class Hanging {
		@RanksTest(value = 3, timeout = 30)
		void test(PmixClient client) throws Exception {
			if (rank(client) == 0) {
				waitForever();
			}
			client.fence(FenceOptions.DEFAULT);
		}

		private static void waitForever() throws InterruptedException {
			new CountDownLatch(1).await();
		}
	}

	/** An assumption fails in rank 1, and rank 0 waits for it. */
	static class Aborting {
		@RanksTest(2)
		void test(PmixClient client) throws Exception {
			client.fence(FenceOptions.DEFAULT);
			assumeTrue(rank(client) == 0, "only rank 0 can do it");
			client.fence(FenceOptions.DEFAULT);
		}
	}

	/** Never runs. */
	@Disabled("not ready")
	static class DisabledClass {
		@RanksTest({ 1, 2 })
		void test() {
			throw new AssertionError("disabled tests do not run");
		}
	}

	/** Rank 1 is killed. */
	static class Killed {
		@RanksTest(2)
		void test(PmixClient client) throws Exception {
			client.fence(FenceOptions.DEFAULT);
			if (rank(client) == 1) {
				new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start().waitFor();
			}
			client.fence(FenceOptions.DEFAULT);
		}
	}

	/** The only rank exits in the middle of its test, as if all were well. */
	static class Exiting {
		@RanksTest(1)
		void test() {
			System.exit(0);
		}
	}

	/** Methods around the test tell where they run. */
	static class Around {
		private final long creator = ProcessHandle.current().pid();
		private int before;

		@BeforeEach
		void begin(PmixClient client) {
			before = client.proc().rank().value() + 1;
		}

		@RanksTest(2)
		void test(PmixClient client) {
			assertEquals(client.proc().rank().value() + 1, before);
			assertEquals(ProcessHandle.current().pid(), creator);
		}

		@AfterEach
		void end(PmixClient client) {
			throw new AssertionError("after test of " + client.proc().rank() + " in rank " + System.getenv("PMIX_RANK"));
		}
	}

	/** Ranks get the property, and an option of their JVM. */
	static class Configured {
		@RanksTest(value = { 1, 2 }, properties = PROPERTY, jvmOptions = "-Dsecond=2")
		void test() {
			assertEquals("value \\ with \"quotes\"", System.getProperty(PROPERTY));
			assertEquals("2", System.getProperty("second"));
		}
	}

	/** Assertions of the language are on in ranks, as they are in the JVM of the build. */
	static class WithAssertions {
		@RanksTest(1)
		void test() {
			assertTrue(WithAssertions.class.desiredAssertionStatus());
		}
	}

	/** A test needs a rank. */
	static class WithoutRanks {
		@RanksTest(0)
		void test() {
			throw new AssertionError("there is no rank");
		}
	}

	/** Fails in the way that the property names. */
	static class Sabotaged {
		@RanksTest(value = 1, properties = PROPERTY)
		void test() throws Exception {
			Sabotage.valueOf(System.getProperty(PROPERTY)).commit();
		}
	}

	/** Rank 1 dies, and while rank 0 is ended for that, its assumption fails. */
	static class AbortingBesideDeath {
		@RanksTest(2)
		void test(PmixClient client) throws Exception {
			CountDownLatch ending = new CountDownLatch(1);
			if (rank(client) == 0) {
				Runtime.getRuntime().addShutdownHook(new Thread(() -> {
					ending.countDown();
					while (!Files.exists(Sabotage.report(""))) {
						LockSupport.parkNanos(1_000_000);
					}
				}));
			}
			client.fence(FenceOptions.DEFAULT);
			if (rank(client) == 1) {
				new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start().waitFor();
			}
			ending.await();
			assumeTrue(false, "too late");
		}
	}
}
