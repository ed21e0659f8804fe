// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.options.JobOption;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;

/** The nodes and processors of jobs beside other jobs, and files that decide about them. */
class NodePlacementTest {
	@TempDir
	Path directory;

	private final List<SimulatedNode> nodes = List.of(new SimulatedNode(0, "a", 8), new SimulatedNode(1, "b", 8),
			new SimulatedNode(2, "c", 8));
	private final SimulatedHost host;

	NodePlacementTest(@TempDir Path sessions) throws Exception {
		host = new SimulatedHost(sessions, nodes);
	}

	@AfterEach
	void close() {
		host.close();
	}

	private JobHandle launch(int ranks, JobOption<String> option, String value) {
		return host.launch(OneNodeHost.spec(AppSpec.of(ranks, "program").withOption(option, value)).withDirectory(directory));
	}

	private List<Node> spawned(JobHandle parent, Info... infos) {
		String nspace = await(host.spawn(Proc.of(parent.nspace(), 0), new App("program", List.of("program"), List.of(), "", 2, Infos.of(infos))));
		return nodes(host.jobs().stream().filter(job -> job.nspace().equals(nspace)).findFirst().orElseThrow());
	}

	private static List<Node> nodes(JobHandle job) {
		return job.ranks().stream().map(RankProcess::node).toList();
	}

	private Node node(int index) {
		return nodes.get(index).node();
	}

	@Test
	void spawn_continuesAtTheBookmarkOfTheParent() {
		JobHandle parent = launch(2, PlacementOptions.MAP_BY, "node");
		assertThat(await(parent.started())).isTrue();
		assertThat(parent.bookmark()).contains(node(1));

		assertThat(spawned(parent)).containsExactly(node(1), node(1));
		assertThat(spawned(parent, Info.of(SpawnAttributes.MAPBY, "node"))).containsExactly(node(1), node(0));
		assertThat(parent.bookmark()).contains(node(0));
		assertThat(spawned(parent)).containsExactly(node(0), node(0));
	}

	@Test
	void launch_rankFile_isReadBeforeTheJobIsMapped() throws Exception {
		Files.writeString(directory.resolve("ranks"), "rank 0=c slot=0\nrank 1=b slot=0\n");

		JobHandle job = launch(2, PlacementOptions.MAP_BY, "rankfile:file=ranks");

		assertThat(await(job.started())).isTrue();
		assertThat(nodes(job)).containsExactly(node(2), node(1));
	}

	@Test
	void launch_hostfile_isReadBeforeTheJobIsMapped() throws Exception {
		Files.writeString(directory.resolve("hosts"), "c slots=1\na slots=1\n");

		JobHandle job = launch(2, PlacementOptions.HOSTFILE, "hosts");

		assertThat(await(job.started())).isTrue();
		assertThat(nodes(job)).containsExactly(node(2), node(0));
	}

	@Test
	void launch_sequenceOfAHostfile_namesTheNodeOfEachRank() throws Exception {
		Files.writeString(directory.resolve("hosts"), "c\na\n");
		JobHandle job = host.launch(OneNodeHost.spec(AppSpec.of(2, "program").withOption(PlacementOptions.HOSTFILE, "hosts")
				.withOption(PlacementOptions.MAP_BY, "seq")).withDirectory(directory));

		assertThat(await(job.started())).isTrue();
		assertThat(nodes(job)).containsExactly(node(2), node(0));
	}

	@Test
	void launch_missingFile_failsTheJob() {
		assertThat(await(launch(1, PlacementOptions.HOSTFILE, "none").ended()).message())
				.hasValueSatisfying(text -> assertThat(text)
						.contains("hostfile " + directory.resolve("none") + " cannot be read: no such file or directory"));
		assertThat(await(launch(1, PlacementOptions.MAP_BY, "rankfile:file=none").ended()).message())
				.hasValueSatisfying(text -> assertThat(text).contains("file none of the mapping policy cannot be read: no such file or directory"));
	}

	@Test
	void spawn_hostfile_isReadBeforeTheJobIsMapped() throws Exception {
		Files.writeString(directory.resolve("hosts"), "c slots=1\na slots=2\n");
		JobHandle parent = launch(1, PlacementOptions.MAP_BY, "slot");
		assertThat(await(parent.started())).isTrue();

		assertThat(spawned(parent, Info.of(SpawnAttributes.HOSTFILE, directory.resolve("hosts").toString()))).containsExactly(node(0), node(2));
	}

	@Test
	void jobsOfTwoSessions_onOneNode_getDifferentProcessors(@TempDir Path sessions) throws Exception {
		try (SessionHost one = new SessionHost(sessions)) {
			SessionRun shared = one.allocated(SessionHost.TOOL, Info.of(AllocAttributes.ALLOC_SHARE, true));
			one.launch(2);
			one.spawn(SessionHost.TOOL, 2, Info.of(SessionAttributes.SESSION_ID, shared.ids().id())).join();

			assertThat(one.host.sessions.taken().values()).singleElement().extracting(BitSet::cardinality).isEqualTo(4);
		}
	}

	private static <T> T await(CompletableFuture<T> result) {
		return result.orTimeout(5, TimeUnit.MINUTES).join();
	}
}
