// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.model.JobState;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.prrte.Dvm;
import org.pmix4j.prrte.DvmOptions;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.JobEngineContract;
import org.pmix4j.testkit.Peers;

/** The engine with a DVM of its own, of PRRTE 3.0.8, on this machine. */
class OwnDvmTest extends JobEngineContract {
	@TempDir
	private Path scratch;

	@Override
	protected JobEngine open() throws Exception {
		return Dvm.begin(options("exec " + String.join(" ", Peers.trixie(List.of("/usr/bin/prte"))) + " \"$@\"")).following(JobListener.NONE);
	}

	/** PRRTE loses the ends of some jobs that are shorter. */
	@Override
	protected String before() {
		return "sleep 0.3; ";
	}

	/** Returns options whose program prte is a script; in the tree, the script is found first, too. */
	private DvmOptions options(String script) throws IOException {
		Path bin = Files.createDirectories(scratch.resolve("bin"));
		Files.writeString(bin.resolve("prte"), "#!/bin/sh\n" + script + "\n");
		Files.setPosixFilePermissions(bin.resolve("prte"), PosixFilePermissions.fromString("rwx------"));
		Map<String, String> environment = new HashMap<>(System.getenv());
		environment.put("PATH", bin + ":" + System.getenv("PATH"));
		environment.put("TMPDIR", scratch.toString());
		return DvmOptions.of(environment);
	}

	@Test
	void nodes_ofTheDvm_areKnownBeforeAJob() throws Exception {
		try (JobEngine engine = open()) {
			Await.until("the nodes", Duration.ofSeconds(30), () -> engine.nodes().size() == 1);
		}
	}

	@Test
	void close_ofTheEngine_endsTheDvmWithItsProcesses() throws Exception {
		Path pid = scratch.resolve("pid");
		JobEngine engine = open();
		Job job = engine.launch(JobSpec.of(1, "/bin/sh", "-c", "echo $$ >" + pid + ".new; mv " + pid + ".new " + pid + "; sleep 1000")
				.withSink(OutputSink.DISCARD), JobListener.NONE);
		Await.until("the rank", Duration.ofSeconds(30), () -> Files.exists(pid));
		ProcessHandle rank = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
		ProcessHandle prte = rank.parent().orElseThrow();

		engine.close();

		assertThat(Await.result(job.ended()).isSuccess()).isFalse();
		assertThat(prte.isAlive()).isFalse();
		assertThat(rank.isAlive()).isFalse();
	}

	@Test
	void listener_thatIsSlow_knowsTheJobBeforeItsOutput() throws Exception {
		Path rounds = scratch.resolve("rounds");
		Path known = scratch.resolve("known");
		CompletableFuture<Boolean> isKnownAtFirst = new CompletableFuture<>();
		JobSpec spec = JobSpec.of(1, "/bin/sh", "-c", "while [ ! -e " + known + " ]; do echo out; echo x >>" + rounds
				+ "; sleep 0.01; done; echo last; sleep 0.3").withSink((proc, channel, chunk) -> isKnownAtFirst.complete(Files.exists(known)));
		JobListener slow = new JobListener() {
			@Override
			public void jobChanged(Job job, JobState state) {
				if (state.equals(JobState.LAUNCH_UNDERWAY)) {
					// 20 lines are on their way
					Await.until("output", Duration.ofSeconds(30), () -> rounds.toFile().length() > 2 * 20);
					known.toFile().mkdir();
				}
			}
		};
		try (JobEngine engine = open()) {
			assertThat(Await.result(engine.launch(spec, slow).ended()).isSuccess()).isTrue();
		}
		assertThat(Await.result(isKnownAtFirst)).isTrue();
	}

	@Test
	void begin_withoutPrte_saysWhatToInstall() {
		assertThatThrownBy(() -> Dvm.begin(DvmOptions.of(Map.of("PATH", scratch.toString()))))
				.isInstanceOf(PmixException.class).hasMessageContaining("install PRRTE");
	}

	@Test
	void launching_prteHangs_givesUpAndEndsIt() throws Exception {
		Path pid = scratch.resolve("pid");
		Dvm dvm = Dvm.begin(options("sleep 1000 & echo $! >" + pid + "; wait").withLimit(Duration.ofSeconds(1)));
		Await.until("the child", Duration.ofSeconds(30), () -> pid.toFile().length() > 0);

		assertThatThrownBy(dvm::launching).isInstanceOfSatisfying(PmixException.class,
				failure -> assertThat(failure.status()).isEqualTo(Status.ERR_TIMEOUT)).hasMessageContaining("not ready after 1 s");

		long child = Long.parseLong(Files.readString(pid).strip());
		Await.until("the end of the child", Duration.ofSeconds(30), () -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
	}

	/** Such as an ssh that prte has started just before its end. */
	@Test
	void close_prteLeavesAProcessBehind_endsThatToo() throws Exception {
		Path pid = scratch.resolve("pid");
		Dvm dvm = Dvm.begin(options("echo ready >" + pid + ".ready; cat; sleep 1000 & echo $! >" + pid));
		Await.until("prte", Duration.ofSeconds(30), () -> Files.exists(Path.of(pid + ".ready")));

		dvm.close();

		long left = Long.parseLong(Files.readString(pid).strip());
		Await.until("the end of the process", Duration.ofSeconds(30), () -> ProcessHandle.of(left).filter(ProcessHandle::isAlive).isEmpty());
		assertThat(Await.result(dvm.ended())).isZero();
	}

	@Test
	void launching_prteFails_repeatsWhatItSays() throws Exception {
		Dvm dvm = Dvm.begin(options("echo something odd; exit 3"));

		assertThatThrownBy(dvm::launching).isInstanceOf(PmixException.class).hasMessageContainingAll("exit code 3", "prte: something odd");
	}
}
