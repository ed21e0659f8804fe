// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Checkout;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.Peers;

/** Runs the chaos harness for half a minute with a new seed, which a failure shows; {@code releng/chaos} tells how to replay it. */
class ChaosTest {
	private static final int LIMIT_MINUTES = 40;

	@Test
	@Timeout(value = LIMIT_MINUTES, unit = TimeUnit.MINUTES)
	void run_halfAMinute_nothingIsLostOrLeft(@TempDir Path folder) throws Exception {
		// a missing compiler or libpmix fails or aborts the test like any other
		Peers.c("pmix_exit");
		Path report = folder.resolve("report");

		Process harness = new ProcessBuilder("env", Launcher.form(), Checkout.root().resolve("releng/chaos/run.sh").toString(), "--seconds", "30")
				.redirectInput(new File("/dev/null")).redirectErrorStream(true).redirectOutput(report.toFile()).start();
		try {
			assertThat(harness.waitFor(LIMIT_MINUTES - 1, TimeUnit.MINUTES)).isTrue();
		} finally {
			harness.destroy();
		}

		assertThat(harness.exitValue()).as(() -> text(report)).isZero();
	}

	private static String text(Path report) {
		try {
			return Files.readString(report);
		} catch (IOException e) {
			return e.toString();
		}
	}
}
