// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.job.options.UsableProcessors;
import org.pmix4j.model.CpuSet;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.OutputHandler;
import org.pmix4j.process.internal.process.ProcessLoop;
import org.pmix4j.process.internal.process.Program;
import org.pmix4j.process.internal.process.SpawnException;
import org.pmix4j.process.internal.process.SpawnSpec;
import org.pmix4j.process.internal.process.SpawnSpec.Binding;

/** Children that are bound to processors before their program begins. */
class BindingTest {
	private static final OutputHandler IGNORED = (child, stream, data) -> {
	};
	private static final BitSet NOWHERE = BitSet.valueOf(new long[] { 0, 0, 0, 0, 1L << 63 });

	@TempDir
	private Path directory;

	private ProcessLoop loop;

	@BeforeEach
	void startLoop() {
		loop = ProcessLoop.start("binding");
	}

	@AfterEach
	void closeLoop() {
		loop.close();
	}

	/** Runs a shell that writes its processors to a file, and returns them. */
	private String processorsOf(Binding binding) throws Exception {
		Path out = directory.resolve("out");
		SpawnSpec spec = SpawnSpec.of(Program.find("sh", directory, System.getenv()),
				List.of("-c", "grep Cpus_allowed_list: /proc/self/status | cut -f2 > out"), Map.of("PATH", "/usr/bin:/bin"), directory)
				.withBinding(binding);
		ChildProcess child = loop.spawn(spec, IGNORED);
		child.ended().toCompletableFuture().join();
		return Files.readString(out).strip();
	}

	private static String usable() {
		return CpuSet.of(UsableProcessors.allowed()).list();
	}

	@Test
	void spawn_boundToEachProcessor_runsThereAndTheNextOneIsFree() throws Exception {
		BitSet usable = UsableProcessors.allowed();
		for (int cpu = usable.nextSetBit(0); cpu >= 0; cpu = usable.nextSetBit(cpu + 1)) {
			BitSet only = new BitSet();
			only.set(cpu);

			assertThat(processorsOf(new Binding(only, true))).isEqualTo(Integer.toString(cpu));
			assertThat(processorsOf(Binding.NONE)).as("an unbound child afterwards").isEqualTo(usable());
		}
	}

	@Test
	void spawn_boundToProcessorsOfWhichSomeAreMissing_runsOnTheOthers() throws Exception {
		BitSet some = (BitSet) NOWHERE.clone();
		some.set(UsableProcessors.allowed().nextSetBit(0));

		assertThat(processorsOf(new Binding(some, true))).isEqualTo(Integer.toString(some.nextSetBit(0)));
	}

	@Test
	void spawn_cannotBeBoundButMust_fails() {
		assertThatThrownBy(() -> processorsOf(new Binding(NOWHERE, true))).isInstanceOf(SpawnException.class)
				.hasMessageContaining(": it cannot be bound to processors 319: invalid argument (EINVAL)");
	}

	@Test
	void spawn_cannotBeBoundAndNeedNot_runsUnbound() throws Exception {
		assertThat(processorsOf(new Binding(NOWHERE, false))).isEqualTo(usable());
	}
}
