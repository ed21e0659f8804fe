// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.pmix4j.host.internal.memory.JobMemory;
import org.pmix4j.host.tests.node.SimulatedNode;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.PmixException;
import org.pmix4j.placement.internal.allocation.PlacementFiles;
import org.pmix4j.placement.internal.mapping.JobMapper;
import org.pmix4j.placement.internal.mapping.MappingOrders;
import org.pmix4j.placement.internal.mapping.NodePool;
import org.pmix4j.testkit.Growth;

/** Lists and files of nodes and ranks, as long as they may be: the work is in proportion, and what does not fit the memory is refused. */
class LongFileTest {
	private static final long HEAP = 8L << 30;
	private static final NodePool POOL = new NodePool(SimulatedNode.pool("node", 4), Map.of(), Map.of(), Optional.empty(), Optional.empty());

	@TempDir
	private Path folder;

	private static List<Arguments> files() {
		return List.of(Arguments.of("hostfile", PlacementOptions.HOSTFILE, "%s", "node\n", 40_000),
				Arguments.of("hostfile of ranks", PlacementOptions.HOSTFILE, "%s", "rank %d=node slot=0\n", 20_000),
				Arguments.of("comments", PlacementOptions.HOSTFILE, "%s", "node /* %d */\n# %d\n", 20_000),
				Arguments.of("sequence", PlacementOptions.MAP_BY, "seq:file=%s:oversubscribe", "node\n", 5_000),
				Arguments.of("rank file", PlacementOptions.MAP_BY, "rankfile:file=%s:oversubscribe", "rank %d=node slot=0\n", 5_000));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("files")
	void file_ofManyLines_isReadInProportion(String name, JobOption<String> option, String value, String line, int size) {
		Growth.requireLinear(size, lines -> {
			Path file = write(name, line, lines);
			int ranks = option.equals(PlacementOptions.MAP_BY) ? lines : 1;
			assertThat(ranks(ranks, option, value.formatted(file), HEAP)).isEqualTo(ranks);
		});
	}

	@Test
	void hosts_manyNames_areReadInProportion() {
		Growth.requireLinear(25_000, names -> assertThat(ranks(1, PlacementOptions.HOSTS, "node,".repeat(names), HEAP)).isEqualTo(1));
	}

	@Test
	void ranks_many_areMappedInProportion() {
		Growth.requireLinear(15_000, ranks -> assertThat(ranks(ranks, PlacementOptions.BIND_TO, "none", HEAP)).isEqualTo(ranks));
	}

	@Test
	void release_filesOfAJob_givesBackTheirMemory() {
		JobMemory memory = new JobMemory(64 << 20);
		Path file = write("hostfile", "node\n", 10_000);
		JobSpec spec = spec(1, PlacementOptions.HOSTFILE, file.toString());
		for (int turn = 0; turn < 20; turn++) {
			PlacementFiles files = PlacementFiles.read(spec, memory.share());
			assertThat(map(spec, files)).isEqualTo(1);
			files.release();
		}
	}

	private Path write(String name, String line, int lines) {
		StringBuilder text = new StringBuilder();
		for (int at = 0; at < lines; at++) {
			text.append(line.replace("%d", Integer.toString(at)));
		}
		try {
			return Files.writeString(folder.resolve(name.replace(' ', '-')), text);
		} catch (IOException e) {
			throw new UncheckedIOException(e);
		}
	}

	private static JobSpec spec(int ranks, JobOption<String> option, String value) {
		return JobSpec.of(AppSpec.of(ranks, "program").withOption(option, value)).withEnvironment(Map.of()).withSink(OutputSink.DISCARD);
	}

	private static int ranks(int ranks, JobOption<String> option, String value, long heap) {
		JobSpec spec = spec(ranks, option, value);
		return map(spec, PlacementFiles.read(spec, new JobMemory(heap).share()));
	}

	private static int map(JobSpec spec, PlacementFiles files) {
		try {
			return JobMapper.map(MappingOrders.of(spec, POOL, files)).ranks().size();
		} catch (PmixException e) {
			throw new AssertionError(e);
		}
	}
}
