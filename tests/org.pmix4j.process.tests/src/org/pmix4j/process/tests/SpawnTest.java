// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.process.internal.process.SpawnSpec.Group;
import org.pmix4j.process.internal.process.SpawnSpec.Output;
import org.pmix4j.testkit.Await;

/** The state in which a child starts: descriptors, environment, arguments, directory, group and signals. */
class SpawnTest {

	private static final Program SHELL = new Program("sh", Path.of("/bin/sh"));

	@AutoClose
	final Loop loop = new Loop();

	@TempDir
	Path directory = Path.of("");

	@Test
	void spawn_descriptors_areOnlyTheThreeStreams() throws Exception {
		// ls itself opens the directory that it lists, under the lowest free number
		assertThat(loop.output(loop.spec("ls", "/proc/self/fd").withStdin()).lines()).containsExactly("0", "1", "2", "3");
	}

	@Test
	void spawn_environment_isExactlyTheGivenOne() throws Exception {
		SpawnSpec spec = SpawnSpec.of(new Program("env", Path.of("/usr/bin/env")), List.of(), Map.of("A", "1", "B", "two words=\u00fc"),
				directory);

		assertThat(loop.output(spec).lines()).containsExactlyInAnyOrder("A=1", "B=two words=\u00fc");
	}

	@Test
	void spawn_emptyEnvironment_isEmpty() throws Exception {
		SpawnSpec spec = SpawnSpec.of(new Program("env", Path.of("/usr/bin/env")), List.of(), Map.of(), directory);

		assertThat(loop.output(spec)).isEmpty();
	}

	@Test
	void spawn_arguments_areUnchanged() throws Exception {
		SpawnSpec spec = SpawnSpec.of(new Program("printf", Path.of("/usr/bin/printf")), List.of("[%s]", "a b", "", "$HOME", "*"), Map.of(),
				directory);

		assertThat(loop.output(spec)).isEqualTo("[a b][][$HOME][*]");
	}

	@Test
	void spawn_largeEnvironment_arrives() throws Exception {
		String value = "v".repeat(100_000);
		SpawnSpec spec = SpawnSpec.of(SHELL, List.of("-c", "echo ${#A} ${#B}"), Map.of("A", value, "B", value), directory);

		assertThat(loop.output(spec)).isEqualTo("100000 100000\n");
	}

	@Test
	void spawn_workingDirectory_isTheGivenOne() throws Exception {
		assertThat(loop.output(SpawnSpec.of(SHELL, List.of("-c", "pwd -P"), Map.of(), directory)))
				.isEqualTo(directory.toRealPath() + "\n");
	}

	@Test
	void spawn_noStdin_readsEndOfFile() throws Exception {
		assertThat(loop.output(loop.shell("readlink /proc/self/fd/0; wc -c"))).isEqualTo("/dev/null\n0\n");
	}

	@Test
	void spawn_ownGroup_leadsGroupInTheSameSession() throws Exception {
		Collected collected = new Collected();
		ChildProcess child = loop.spawn(loop.shell("cut -d' ' -f5,6 /proc/$$/stat; cut -d' ' -f6 /proc/" + ProcessHandle.current().pid()
				+ "/stat"), collected);
		Await.result(child.ended());

		String[] ids = collected.out().split("\\s");
		assertThat(ids[0]).isEqualTo(Integer.toString(child.pid()));
		assertThat(ids[1]).isEqualTo(ids[2]);
	}

	@Test
	void spawn_ownSession_leadsSession() throws Exception {
		Collected collected = new Collected();
		SpawnSpec spec = new SpawnSpec(SHELL, List.of("-c", "cut -d' ' -f5,6 /proc/$$/stat"), System.getenv(), directory, false,
				Output.PIPED, Group.OWN_SESSION, Optional.empty());
		ChildProcess child = loop.spawn(spec, collected);
		Await.result(child.ended());

		assertThat(collected.out()).isEqualTo(child.pid() + " " + child.pid() + "\n");
	}

	@Test
	void spawn_signals_areDefaultAndUnblocked() throws Exception {
		String status = loop.output(loop.spec("cat", "/proc/self/status"));

		assertThat(status.lines().filter(line -> line.matches("Sig(Blk|Ign|Cgt).*"))).hasSize(3)
				.allMatch(line -> line.endsWith("\t0000000000000000"));
	}

	@Test
	void spawn_discardedOutput_goesToDevNull() throws Exception {
		Collected collected = new Collected();
		SpawnSpec spec = new SpawnSpec(SHELL, List.of("-c", "[ /dev/null -ef /dev/fd/1 ] && [ /dev/null -ef /dev/fd/2 ] && echo lost"),
				System.getenv(), directory, false, Output.DISCARDED, Group.OWN_GROUP, Optional.empty());

		assertThat(Await.result(loop.spawn(spec, collected).ended()).code()).isZero();
		assertThat(collected.out()).isEmpty();
		assertThat(collected.closed()).isEmpty();
	}

	@Test
	void spec_invalidText_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> SpawnSpec.of(SHELL, List.of("a\0b"), Map.of(), directory));
		assertThatIllegalArgumentException().isThrownBy(() -> SpawnSpec.of(SHELL, List.of(), Map.of("A=B", ""), directory));
		assertThatIllegalArgumentException().isThrownBy(() -> SpawnSpec.of(SHELL, List.of(), Map.of("", ""), directory));
		assertThatIllegalArgumentException().isThrownBy(() -> SpawnSpec.of(SHELL, List.of(), Map.of("A", "\0"), directory));
		assertThatIllegalArgumentException().isThrownBy(() -> SpawnSpec.of(SHELL, List.of(), Map.of(), Path.of("relative")));
	}
}
