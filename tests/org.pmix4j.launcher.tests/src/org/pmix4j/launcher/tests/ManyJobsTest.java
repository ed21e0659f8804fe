// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.client.IofOutput;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.testkit.Await;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/** Tests a server that runs a thousand jobs: nothing of the ended ones is left in it. */
class ManyJobsTest {
	/** What is kept of the last jobs grows to its limit in some hundred jobs. */
	private static final int WARM_UP = 400;
	private static final int JOBS = 600;
	private static final int AT_ONCE = 10;
	/** Far less than a kilobyte for each job; what the JVM itself allocates meanwhile is in it. */
	private static final long MOST_GROWTH = JOBS << 10;

	@TempDir
	private Path scratch;

	/** What a server may use up. */
	private record Use(int threads, int files, List<String> directories) {
		static Use of(LocalHost host) {
			return new Use((int) Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("pmix-")).count(),
					new File("/proc/self/fd").list().length, List.of(host.directory().toFile().list()));
		}

		boolean isAtMost(Use other) {
			return threads <= other.threads && files <= other.files && directories.size() <= other.directories.size();
		}
	}

	@Test
	void submit_hundredsOfJobs_leavesNothingInTheServer() throws Exception {
		try (LocalHost host = LocalHost.start(HostOptions.defaults().withDirectory(scratch))) {
			submit(host, WARM_UP);
			Use before = Use.of(host);
			long heap = heap();

			submit(host, JOBS);

			Await.until("threads, files and directories as before: " + before, Duration.ofSeconds(20), () -> Use.of(host).isAtMost(before));
			assertThat(host.jobs()).isEmpty();
			// what the last jobs and connections need is given up a little behind their ends
			Await.until("the heap has grown by less than " + MOST_GROWTH + " bytes", Duration.ofSeconds(20), () -> heap() - heap < MOST_GROWTH);
		}
	}

	/** Submits jobs through a tool for each of several users, as shells do. */
	private void submit(LocalHost host, int jobs) throws Exception {
		// it searches there for the file of its server, and would search all temporary files of the machine
		ToolOptions options = ToolOptions.of(ServerChoice.uri(host.uri())).withEnvironment(Map.of("TMPDIR", scratch.toString()));
		AtomicInteger left = new AtomicInteger(jobs);
		List<CompletableFuture<Void>> users = new ArrayList<>();
		for (int user = 0; user < AT_ONCE; user++) {
			users.add(CompletableFuture.runAsync(() -> {
				while (left.getAndDecrement() > 0) {
					submitOne(options);
				}
			}, task -> Thread.ofPlatform().name("user").start(task)));
		}
		CompletableFuture.allOf(users.toArray(CompletableFuture[]::new)).join();
	}

	private static void submitOne(ToolOptions options) {
		CompletableFuture<Integer> code = new CompletableFuture<>();
		try (PmixTool tool = PmixTool.open(options)) {
			tool.takeOutput((IofOutput output) -> Submission.exitCode(output.infos()).ifPresent(code::complete));
			Submission job = Submission.toOurs(JobSpec.of(1, "/bin/true"));
			tool.spawn(job.infos(), job.apps());
			assertThat(Await.result(code)).isZero();
		} catch (Exception e) {
			throw new IllegalStateException(e);
		}
	}

	private static long heap() {
		System.gc();
		return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
	}
}
