// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.junit.internal.command.ClassPath;
import org.pmix4j.junit.internal.command.RankCommand;
import org.pmix4j.junit.internal.job.TestPlace;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.PretendNodes;

/** Tests whose ranks run on three nodes that this machine plays, by PRRTE 3.0.8. */
class SeveralNodesTest {
	@Test
	void samples_engineIsPrrte_runOnAllNodes(@TempDir Path folder) throws Exception {
		try (PretendNodes nodes = PretendNodes.start(folder, 3)) {
			List<String> command = new ArrayList<>(nodes.on("node0"));
			command.addAll(List.of(RankCommand.java(), "--enable-native-access=ALL-UNNAMED", "-Dpmix4j.engine=prrte",
					"-Dpmix4j.hosts=node1:2,node2:2,node3:2", "-cp",
					ClassPath.of(NodeSamples.class).stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
					NodeSamples.class.getName()));
			ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
			builder.environment().put("TMPDIR", "/tmp");

			String output = Await.output(builder.start());

			assertThat(output.lines().filter(line -> line.startsWith("test "))).as(output).hasSize(3)
					.allMatch(line -> line.endsWith(": SUCCESSFUL"));
			try (Stream<Path> left = Files.list(folder)) {
				assertThat(left.filter(file -> file.getFileName().toString().startsWith(".pmix4j"))).isEmpty();
			}
		}
	}

	@Test
	void open_engineDoesNotExist_isRefused() {
		assertThatThrownBy(() -> TestPlace.open("cloud", "")).isInstanceOf(IllegalArgumentException.class)
				.hasMessageContaining("must be local or prrte, not 'cloud'");
	}

	@Test
	void open_localEngineWithHosts_isRefused() {
		assertThatThrownBy(() -> TestPlace.open("local", "a,b")).isInstanceOf(IllegalArgumentException.class)
				.hasMessageContaining("takes no hosts, but 'a,b' are named");
	}
}
