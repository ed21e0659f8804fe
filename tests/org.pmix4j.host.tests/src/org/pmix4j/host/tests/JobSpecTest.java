// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pmix4j.host.HostOptions;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.InputSource;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.StdinSpec;
import org.pmix4j.model.Rank;

class JobSpecTest {
	private static final InputSource NOTHING = InputSource.of(Channels.newChannel(InputStream.nullInputStream()));

	@Test
	void build_severalPrograms_addsTheirRanks() {
		assertThat(JobSpec.of(2, "a").plusApp(AppSpec.of(3, "b", "arg")).size()).isEqualTo(5);
	}

	@Test
	void build_noProgram_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> JobSpec.of()).withMessageContaining("1 to 1048576 ranks, not 0");
	}

	@Test
	void build_tooManyRanksInTotal_isRefused() {
		assertThatIllegalArgumentException()
				.isThrownBy(() -> JobSpec.of(AppSpec.MAX_RANKS, "a").plusApp(AppSpec.of(1, "b"))).withMessageContaining("1048577");
	}

	@Test
	void build_stdinForMissingRank_isRefused() {
		assertThatIllegalArgumentException()
				.isThrownBy(() -> JobSpec.of(4, "a").withStdin(new StdinSpec(Rank.of(4), NOTHING)))
				.withMessage("the target of standard input must be one of the ranks 0 to 3, all or none, not 4");
	}

	@Test
	void stdinSpec_specialRank_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new StdinSpec(Rank.LOCAL_PEERS, NOTHING));
	}

	@Test
	void build_relativeDirectoryOrNegativeTimeout_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> JobSpec.of(1, "a").withDirectory(Path.of("x")));
		assertThatIllegalArgumentException().isThrownBy(() -> JobSpec.of(1, "a").withTimeout(Duration.ofSeconds(-1)))
				.withMessageStartingWith("the time limit must be a number of seconds from 0 to 2147483647");
	}

	@Test
	void appSpec_outOfRange_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> AppSpec.of(0, "a"))
				.withMessage("the number of ranks must be a number from 1 to 1048576, not 0");
		assertThatIllegalArgumentException().isThrownBy(() -> AppSpec.of(1, ""));
	}

	@Test
	void temporaryDirectory_severalVariables_firstSetOneIsUsed() {
		assertThat(HostOptions.temporaryDirectory(Map.of("TMPDIR", "/a", "TMP", "/b"))).isEqualTo(Path.of("/a"));
		assertThat(HostOptions.temporaryDirectory(Map.of("TMPDIR", "", "TMP", "/b"))).isEqualTo(Path.of("/b"));
		assertThat(HostOptions.temporaryDirectory(Map.of())).isEqualTo(Path.of("/tmp"));
	}
}
