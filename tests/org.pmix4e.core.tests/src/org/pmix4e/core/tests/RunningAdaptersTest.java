// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.eclipse.core.runtime.FileLocator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.FrameworkUtil;
import org.pmix4e.dap.internal.adapter.RunningAdapters;
import org.pmix4j.testkit.Await;

/** Debug adapters of a Java virtual machine that ends. */
class RunningAdaptersTest {
	private static final Duration MOMENT = Duration.ofSeconds(30);
	/** Starts three programs as adapters, ends the second one, prints the ids of the others, and waits. */
	private static final String WORKBENCH = """
			import org.pmix4e.dap.internal.adapter.RunningAdapters;
			public class Workbench {
				static Process start() throws Exception {
					Process adapter = new ProcessBuilder("sleep", "1000").start();
					RunningAdapters.add(adapter);
					return adapter;
				}
				public static void main(String[] arguments) throws Exception {
					Process first = start(), second = start(), third = start();
					second.toHandle().destroyForcibly();
					second.waitFor();
					System.out.println(first.pid() + " " + third.pid());
					Thread.sleep(1_000_000);
				}
			}
			""";

	@TempDir
	private Path folder;

	private Process start() throws Exception {
		Path source = Files.writeString(folder.resolve("Workbench.java"), WORKBENCH);
		String bundle = FileLocator.getBundleFileLocation(FrameworkUtil.getBundle(RunningAdapters.class)).orElseThrow().toString();
		return new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp", bundle, source.toString())
				.redirectError(ProcessBuilder.Redirect.DISCARD).start();
	}

	@ParameterizedTest
	@ValueSource(strings = { "KILL", "TERM" })
	void adapters_ofAKilledWorkbench_areKilled(String signal) throws Exception {
		Process workbench = start();
		try {
			String[] adapters = workbench.inputReader().readLine().split(" ");

			assertThat(new ProcessBuilder("kill", "-" + signal, Long.toString(workbench.pid())).start().waitFor()).isZero();

			for (String adapter : adapters) {
				Await.until("the end of " + adapter, MOMENT,
						() -> ProcessHandle.of(Long.parseLong(adapter)).filter(ProcessHandle::isAlive).isEmpty());
			}
		} finally {
			workbench.destroyForcibly();
		}
	}
}
