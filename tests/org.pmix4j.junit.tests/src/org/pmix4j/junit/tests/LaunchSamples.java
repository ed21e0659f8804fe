// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.pmix4j.junit.Launch;
import org.pmix4j.junit.LaunchResult;

/** Sample tests for {@link LaunchReportTest}; run by it only. */
final class LaunchSamples {
	private LaunchSamples() {
	}

	/** The program exits with another code than expected. */
	static class OtherExitCode {
		@Launch({ "sh", "-c", "echo out of $PMIX_RANK; echo err >&2; exit 3" })
		void test() {
			throw new AssertionError("not called after a failure");
		}
	}

	/** The program prints something else. */
	static class OtherOutput {
		@Launch(value = { "echo", "pears" }, output = "app.*")
		void test() {
			throw new AssertionError("not called after a failure");
		}
	}

	/** The program does not end. */
	static class Hanging {
		@Launch(value = { "sleep", "1000" }, ranks = 2, timeout = 3)
		void test() {
			throw new AssertionError("not called after a failure");
		}
	}

	/** There is no such program. */
	static class Missing {
		@Launch("no-such-program")
		void test() {
			throw new AssertionError("not called after a failure");
		}
	}

	/** The test itself fails. */
	static class FailingBody {
		@Launch({ "echo", "pears" })
		void test(LaunchResult result) {
			assertEquals(List.of("apples"), result.output());
		}
	}

	/** A property that is not set. */
	static class WithoutProperty {
		@Launch("${org.pmix4j.junit.tests.none}/program")
		void test() {
			throw new AssertionError("not called after a failure");
		}
	}
}
