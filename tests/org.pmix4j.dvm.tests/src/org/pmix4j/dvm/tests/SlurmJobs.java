// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Launcher;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.PretendNodes;

/**
 * Runs jobs on pretend nodes that Slurm manages. Ranks live 0.3 seconds at least: PRRTE loses the ends of some that are shorter.
 *
 * @param pmix4j starts the launchers of a test
 * @param nodes  node0 to node3
 */
record SlurmJobs(Launchers pmix4j, PretendNodes nodes) {
	private static final Duration MOMENT = Duration.ofSeconds(30);

	/** Returns a command on the head, behind words such as those of salloc. */
	Launcher command(List<String> before, Object... words) {
		List<String> inside = new ArrayList<>(nodes.here("node0"));
		inside.addAll(before);
		return pmix4j.command(Arrays.stream(words).map(String::valueOf).toList()).inside(inside).with("TMPDIR", "/tmp").in(nodes.folder());
	}

	/** Returns a job of six ranks in an allocation of its own, in which PRRTE runs them. */
	Launcher own(String script) {
		return command(List.of(), "run", "--engine", "slurm", "--slurm", "nodes=3", "-n", 6, "sh", "-c", "sleep 0.3; " + script);
	}

	/** Returns a job of six ranks that srun runs in an allocation of its own. */
	Launcher bySrun(String script) {
		return command(List.of(), "run", "--engine", "slurm:srun", "--slurm", "nodes=3", "-n", 6, "sh", "-c", script);
	}

	/** Returns what a command of Slurm writes on the head, without empty lines. */
	List<String> slurm(String... command) throws Exception {
		List<String> words = new ArrayList<>(nodes.here("node0"));
		words.addAll(List.of(command));
		return Await.output(new ProcessBuilder(words).redirectErrorStream(true).start()).lines().map(String::strip)
				.filter(line -> !line.isEmpty()).toList();
	}

	/** Waits until the queue is empty, and no process of a job is left on any node. */
	void requireNothingLeft() throws Exception {
		await("an empty queue", () -> slurm("squeue", "-h"));
		for (String node : List.of("node1", "node2", "node3")) {
			await("the end of all processes of " + node, () -> nodes.processes(node).stream()
					.filter(line -> line.contains("prte") || line.contains("sleep") || line.contains("slurmstepd")).toList());
		}
	}

	/** A list that must become empty. */
	interface Lines {
		List<String> get() throws Exception;
	}

	static void await(String what, Lines lines) throws Exception {
		Await.until(what, MOMENT, () -> {
			try {
				return lines.get().isEmpty();
			} catch (Exception e) {
				throw new IllegalStateException(e);
			}
		});
	}
}
