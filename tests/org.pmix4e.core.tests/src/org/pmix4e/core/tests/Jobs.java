// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.ServiceCaller;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.core.model.JobModelListener;
import org.pmix4j.testkit.Await;

/** Creates configurations. After each test, ends and removes all launches and checks that they have left nothing behind. */
final class Jobs implements AfterEachCallback {
	private static final ServiceCaller<JobModel> MODEL = new ServiceCaller<>(JobModel.class, JobModel.class);

	/** Creates a configuration of a shell script, which finds its rank in PMIX_RANK. */
	ILaunchConfigurationWorkingCopy script(int ranks, String script) throws CoreException {
		ILaunchConfigurationWorkingCopy copy = program(ranks, "/bin/sh");
		copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, DebugPlugin.renderArguments(new String[] { "-c", script }, null));
		return copy;
	}

	ILaunchConfigurationWorkingCopy program(int ranks, String program) throws CoreException {
		ILaunchConfigurationWorkingCopy copy = empty("job");
		copy.setAttribute(PmixLaunchConstants.ATTR_PROGRAM, program);
		copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, ranks);
		return copy;
	}

	ILaunchConfigurationWorkingCopy empty(String name) throws CoreException {
		return manager().getLaunchConfigurationType(PmixLaunchConstants.TYPE_JOB).newInstance(null,
				manager().generateLaunchConfigurationName(name));
	}

	JobModel model() {
		return MODEL.current().orElseThrow();
	}

	/** Waits until the condition holds; checks it at each event of the model. */
	void await(BooleanSupplier condition) throws Exception {
		CompletableFuture<Void> met = new CompletableFuture<>();
		JobModelListener listener = events -> {
			if (condition.getAsBoolean()) {
				met.complete(null);
			}
		};
		model().addListener(listener);
		try {
			if (!condition.getAsBoolean()) {
				Await.result(met);
			}
		} finally {
			model().removeListener(listener);
		}
	}

	@Override
	public void afterEach(ExtensionContext context) throws Exception {
		for (ILaunch launch : manager().getLaunches()) {
			if (launch.canTerminate()) {
				launch.terminate();
			}
			if (launch.getProcesses().length > 0) {
				Launched.of(launch).awaitEnd();
			}
			manager().removeLaunch(launch);
		}
		for (ILaunchConfiguration configuration : manager().getLaunchConfigurations()) {
			configuration.delete();
		}
		await(() -> model().namespaces().isEmpty());
		assertThat(liveRanks()).as("ranks that outlive their launch").isEmpty();
		assertNoThread("pmix4e-output");
		assertNoThread("pmix-job-output");
		assertNoThread("pmix-prte");
	}

	/** Returns the child processes that are ranks; the host's watchdog is none, and lives as long as the server. */
	static List<String> liveRanks() {
		return ProcessHandle.current().children().filter(ProcessHandle::isAlive).filter(child -> isRank(child.pid()))
				.map(child -> child.pid() + " " + child.info().commandLine().orElse("")).toList();
	}

	private static boolean isRank(long pid) {
		try {
			return Files.readString(Path.of("/proc/" + pid + "/environ")).contains("PMIX_RANK=");
		} catch (IOException e) {
			return false; // the process is gone
		}
	}

	/** Waits until all threads with a prefix have ended. */
	static void assertNoThread(String prefix) throws InterruptedException {
		for (Thread thread : Thread.getAllStackTraces().keySet()) {
			if (thread.getName().startsWith(prefix)) {
				assertThat(thread.join(Duration.ofSeconds(60))).as(() -> thread + " has ended; now " + List.of(thread.getStackTrace())).isTrue();
			}
		}
	}

	/** Returns the entries of a directory; none if it does not exist. */
	static List<Path> content(Path directory) throws IOException {
		if (!Files.isDirectory(directory)) {
			return List.of();
		}
		try (Stream<Path> children = Files.list(directory)) {
			return children.toList();
		}
	}

	static Path scratch() throws IOException {
		return Files.createTempDirectory(Platform.getLocation().toPath(), "scratch");
	}

	static ILaunchManager manager() {
		return DebugPlugin.getDefault().getLaunchManager();
	}
}
