// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests jobs that C programs spawn beside running processes, and what the launcher tells of attributes without effect. */
class ColocatedSpawnTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** Spawns a command from the first rank of a job of three. */
	private Outcome spawn(Path spawner, String script, Object... directives) {
		Stream<Object> spawning = Stream.concat(Stream.of("-n", 1, spawner, script), Stream.of(directives));
		Stream<Object> others = Stream.of(":", "-n", 2, Peers.c("pmix_exit"), "init,finalize");
		return pmix4j.run(Stream.concat(spawning, others).toArray()).with("PEER_CHILDREN", "0").finish();
	}

	/** Returns the output without the prefix that newer releases put in front of the names of statuses. */
	private static List<String> lines(Outcome outcome) {
		return outcome.lines().stream().map(line -> line.replace("PMIX_", "")).toList();
	}

	@ParameterizedTest
	@CsvSource({ "pmix.dbg.dpnd,1,1", "pmix.dbg.dpnd,2,2", "pmix.dbg.dpproc,1,3", "pmix.dbg.dpproc,2,6" })
	void daemons_perNodeOrProc_areAsManyAsAskedFor(String key, int count, int ranks) {
		for (Path spawner : List.of(Peers.c("pmix_spawn_with"), Peers.trixie("pmix_spawn_with"))) {
			Outcome outcome = spawn(spawner, "echo $OMPI_COMM_WORLD_SIZE", "pmix.dbg.tgt", "proc", "self", key, "uint16", count,
					"pmix.debugger", "bool", "true", "pmix.noover", "bool", "true");

			assertThat(lines(outcome)).as(outcome.toString()).contains("spawn 0", "end 0 0")
					.filteredOn(Integer.toString(ranks)::equals).hasSize(ranks);
		}
	}

	@ParameterizedTest
	@CsvSource({ "pmix.colnum.node,2,2", "pmix.colnum.proc,2,6" })
	void processes_perNodeOrProc_areAsManyAsAskedFor(String key, int count, int ranks) {
		Outcome outcome = spawn(Peers.c("pmix_spawn_with"), "echo $OMPI_COMM_WORLD_SIZE", "pmix.colproc", "procs", "self", key, "uint16",
				count);

		assertThat(outcome.lines()).as(outcome.toString()).contains("spawn 0", "end 0 0")
				.filteredOn(Integer.toString(ranks)::equals).hasSize(ranks);
	}

	@Test
	void daemons_withoutTarget_cannotBeMapped() {
		Outcome outcome = spawn(Peers.c("pmix_spawn_with"), "true", "pmix.dbg.dpnd", "uint16", 1);

		assertThat(outcome.lines()).contains("spawn " + Status.ERR_JOB_FAILED_TO_MAP.code());
	}

	@Test
	void attributeWithoutEffect_isReportedOnce() {
		Outcome outcome = spawn(Peers.c("pmix_spawn_with"), "true", "?pmix.mapper", "string", "mindist", "?site.key", "string", "kept");

		assertThat(outcome.lines()).contains("spawn 0");
		assertThat(outcome.errorLines()).containsOnlyOnce("pmix4j: spawn of job 2: PMIX_MAPPER has no effect here");
	}
}
