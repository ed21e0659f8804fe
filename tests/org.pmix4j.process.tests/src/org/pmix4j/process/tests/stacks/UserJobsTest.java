// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.process.stacks.FoundJob;
import org.pmix4j.process.stacks.FoundRank;
import org.pmix4j.process.stacks.UserJobs;
import org.pmix4j.testkit.Await;

/** The search for jobs in the process table: which processes are ranks, of which job, and which process is that of the program. */
class UserJobsTest {
	private static final int SELF = (int) ProcessHandle.current().pid();

	private final String nspace = "test-" + UUID.randomUUID();
	private final List<Process> started = new ArrayList<>();

	private Process start(Map<String, String> environment, String... command) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(command);
		builder.environment().keySet().removeIf(name -> name.startsWith("PMI") || name.startsWith("OMPI_"));
		builder.environment().putAll(environment);
		Process process = builder.start();
		started.add(process);
		return process;
	}

	private Map<String, String> pmix(int rank) {
		return Map.of("PMIX_NAMESPACE", nspace, "PMIX_RANK", String.valueOf(rank));
	}

	/** Starts a shell that starts a program in the background, and waits for its process id. */
	private int inShell(Map<String, String> environment, String script) throws IOException {
		return Integer.parseInt(start(environment, "sh", "-c", script).inputReader().readLine());
	}

	@AfterEach
	void end() {
		started.forEach(process -> {
			process.descendants().forEach(ProcessHandle::destroyForcibly);
			process.destroyForcibly();
		});
	}

	private List<FoundJob> jobs(String name) {
		return UserJobs.find().stream().filter(job -> job.name().equals(name)).toList();
	}

	private FoundJob job(String name) {
		assertThat(jobs(name)).hasSize(1);
		return jobs(name).get(0);
	}

	@Test
	void pmixRanks_areOneJobByNumber() throws IOException {
		int second = (int) start(pmix(1), "sleep", "1001").pid();
		int first = (int) start(pmix(0), "sleep", "1000").pid();

		FoundJob job = job(nspace);

		assertThat(job.ranks()).containsExactly(new FoundRank(0, first, "sleep 1000"), new FoundRank(1, second, "sleep 1001"));
		assertThat(job.isNamespace()).isTrue();
		assertThat(job.launcher()).hasValue(SELF);
		assertThat(job.isCalled(nspace)).isTrue();
		assertThat(job.isCalled(String.valueOf(SELF))).isTrue();
		assertThat(job.isCalled(String.valueOf(second))).isTrue();
		assertThat(job.isCalled("0")).isFalse();
	}

	@Test
	void ranksOfMpich_areTheJobOfTheirLauncher() throws IOException {
		int rank = (int) start(Map.of("PMI_RANK", "3", "PMI_SIZE", "8"), "sleep", "1000").pid();

		FoundJob job = job(String.valueOf(SELF));

		assertThat(job.ranks()).containsExactly(new FoundRank(3, rank, "sleep 1000"));
		assertThat(job.isNamespace()).isFalse();
	}

	@Test
	void shellThatStartsTheProgram_isSkipped() throws IOException {
		int program = inShell(pmix(0), "sleep 1000 & echo $!; wait");

		assertThat(job(nspace).ranks()).extracting(FoundRank::pid).containsExactly(program);
	}

	@Test
	void shellWithSeveralChildren_isTheRankItself() throws IOException {
		Process shell = start(pmix(0), "sh", "-c", "sleep 1000 & sleep 1000 & echo ready; wait");
		assertThat(shell.inputReader().readLine()).isEqualTo("ready");

		assertThat(job(nspace).ranks()).extracting(FoundRank::pid).containsExactly((int) shell.pid());
	}

	@Test
	void rankThatLaunchesAnotherJob_doesNotOwnItsRanks() throws IOException {
		String other = nspace + "-inner";
		int inner = inShell(pmix(0), "PMIX_NAMESPACE=" + other + " sleep 1000 & echo $!; wait");

		// it is a shell of the outer rank until it executes the program
		Await.until("the inner job", Duration.ofMinutes(1), () -> !jobs(other).isEmpty());
		assertThat(job(other).ranks()).extracting(FoundRank::pid).containsExactly(inner);
		assertThat(job(nspace).ranks()).extracting(FoundRank::pid).containsExactly((int) started.get(0).pid());
	}

	@Test
	void processThatARankHasLeftBehind_isNotTheRank() throws IOException {
		// the shell between them has ended at the second line, so its child has another parent
		Process rank = start(pmix(0), "sh", "-c", "(sleep 1000 >/dev/null 2>&1 & echo $!); echo ready; exec sleep 1001");
		int orphan = Integer.parseInt(rank.inputReader().readLine());
		assertThat(rank.inputReader().readLine()).isEqualTo("ready");
		try {
			assertThat(job(nspace).ranks()).extracting(FoundRank::pid).containsExactly((int) rank.pid());
		} finally {
			ProcessHandle.of(orphan).ifPresent(ProcessHandle::destroyForcibly);
		}
	}

	@Test
	void rankThatIsNotANumber_isLeftOut() throws IOException {
		start(Map.of("PMIX_NAMESPACE", nspace, "PMIX_RANK", "first"), "sleep", "1000");
		start(Map.of("PMIX_NAMESPACE", nspace), "sleep", "1000");

		assertThat(jobs(nspace)).isEmpty();
	}
}
