// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.rank;

import java.nio.file.Path;

import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.pmix4j.junit.internal.report.RankReport;
import org.pmix4j.junit.internal.report.RankVerdict;

/**
 * The program of a rank: runs one test method and writes its report. Exits with 0 if the test has passed, else after it has ended the other
 * ranks.
 */
public final class RankMain {
	private static final int FAILED = 1;

	private RankMain() {
	}

	/**
	 * Runs the test.
	 *
	 * @param arguments the directory of the session and JUnit's unique id of the test method
	 */
	public static void main(String[] arguments) {
		try {
			RankJvm jvm = RankJvm.enter();
			RankReport report = run(arguments[1]);
			System.out.flush();
			report.write(Path.of(arguments[0]), Integer.parseInt(System.getenv().getOrDefault("PMIX_RANK", "0")));
			if (report.verdict() == RankVerdict.PASSED) {
				jvm.leave();
				System.exit(0);
			}
			jvm.abort(FAILED, "the test has not passed");
		} catch (Throwable e) {
			// threads of the test may keep the JVM alive; its exit code says that the result is not known
			System.err.println("cannot report the result of the test: " + e);
		} finally {
			System.exit(FAILED);
		}
	}

	/** Runs the test. An error that JUnit does not catch, such as a lack of memory, is a failure. */
	private static RankReport run(String uniqueId) {
		try {
			return execute(uniqueId);
		} catch (Throwable e) {
			return RankReport.failed(e);
		}
	}

	private static RankReport execute(String uniqueId) {
		RankListener listener = new RankListener();
		LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectUniqueId(uniqueId))
				.build();
		// listeners of the build, which write their own reports, would do so in each rank
		LauncherConfig config = LauncherConfig.builder().enableTestEngineAutoRegistration(false).addTestEngines(new JupiterTestEngine())
				.enableTestExecutionListenerAutoRegistration(false).enableLauncherSessionListenerAutoRegistration(false)
				.enableLauncherDiscoveryListenerAutoRegistration(false).enablePostDiscoveryFilterAutoRegistration(false).build();
		LauncherFactory.create(config).execute(request, listener);
		return listener.report();
	}
}
