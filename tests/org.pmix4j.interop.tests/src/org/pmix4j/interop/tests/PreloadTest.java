// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests where programs come from and where they start: preloaded files, session directory, prefix and agent. */
class PreloadTest {
	@RegisterExtension
	private final Launchers pmix4j = new Launchers();
	@TempDir
	private Path scratch;

	private Path script(String name, String text) throws IOException {
		Path script = scratch.resolve(name);
		Files.createDirectories(script.getParent());
		Files.writeString(script, "#!/bin/sh\n" + text + "\n");
		assertThat(script.toFile().setExecutable(true)).isTrue();
		return script;
	}

	@Test
	void run_preloadedFiles_areInTheSessionDirectoryUntilTheEnd() throws IOException {
		Files.writeString(scratch.resolve("data.txt"), "kept\n");
		Outcome outcome = pmix4j.run("-n", 2, "--wdir", scratch, "--preload-files", "../" + scratch.getFileName() + "/data.txt,data.txt",
				"--set-cwd-to-session-dir", "sh", "-c", "cat data.txt $PMIX_RANK/data.txt; pwd").finish().requireExit(0);

		assertThat(outcome.lines()).filteredOn("kept"::equals).hasSize(4);
		assertThat(outcome.lines()).filteredOn(line -> line.matches(".*/pmix4j-[^/]+/p4j-[^/]+@1")).hasSize(2)
				.allSatisfy(directory -> assertThat(Path.of(directory)).doesNotExist());
	}

	@Test
	void run_preloadedProgram_startsFromTheSessionDirectory() throws IOException {
		Path program = script("program", "echo \"$0 in $(pwd)\"");
		Outcome outcome = pmix4j.run("-n", 2, "--preload-binary", program).finish().requireExit(0);

		assertThat(outcome.lines()).hasSize(2).allMatch(line -> line.matches("\\./program in .*/pmix4j-[^/]+/p4j-[^/]+@1"));
	}

	@Test
	void run_missingPreloadedFile_isReported() {
		Outcome outcome = pmix4j.run("-n", 1, "--preload-files", "/nowhere/data", "true").finish().requireExit(1);

		assertThat(outcome.errorLines()).containsExactly("pmix4j: the job could not be started: cannot preload /nowhere/data: no such file");
	}

	@Test
	void run_prefixAndAgent_areUsed() throws IOException {
		script("bin/tool", "echo \"tool $1 $OF_AGENT\"");
		Outcome outcome = pmix4j.run("-n", 1, "--prefix", scratch, "tool", "plain", ":", "-n", 1, "--prefix", scratch, "--exec-agent",
				"/usr/bin/env OF_AGENT=yes", "tool", "agent").finish().requireExit(0);

		assertThat(outcome.lines()).containsExactlyInAnyOrder("tool plain ", "tool agent yes");
	}

	@Test
	void spawn_preloads_areInPlace() throws IOException {
		Files.writeString(scratch.resolve("data.txt"), "kept\n");
		Outcome outcome = pmix4j.run("-n", 1, Peers.c("pmix_spawn_with"), "cat data.txt 0/data.txt", SpawnAttributes.PRELOAD_FILES.key(),
				"string", "data.txt", SpawnAttributes.WDIR.key(), "string", scratch, SpawnAttributes.PRELOAD_BIN.key(), "bool", "true").finish()
				.requireExit(0);

		assertThat(outcome.lines()).contains("spawn 0", "end 0 0").filteredOn("kept"::equals).hasSize(2);
	}
}
