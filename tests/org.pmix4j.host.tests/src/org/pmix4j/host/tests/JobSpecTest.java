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
import org.pmix4j.host.AppSpec;
import org.pmix4j.host.HostOptions;
import org.pmix4j.host.InputSource;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.StdinSpec;
import org.pmix4j.model.Rank;

class JobSpecTest {
	private static final InputSource NOTHING = InputSource.of(Channels.newChannel(InputStream.nullInputStream()));

	@Test
	void build_severalPrograms_ranksAddUp() {
		assertThat(JobSpec.builder().app(2, "a").app(3, "b", "arg").build().size()).isEqualTo(5);
	}

	@Test
	void build_noProgram_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> JobSpec.builder().build()).withMessageContaining("1 to 65536 ranks, not 0");
	}

	@Test
	void build_tooManyRanksInAll_isRefused() {
		assertThatIllegalArgumentException()
				.isThrownBy(() -> JobSpec.builder().app(AppSpec.MAX_RANKS, "a").app(1, "b").build()).withMessageContaining("65537");
	}

	@Test
	void build_stdinForARankThatIsNotThere_isRefused() {
		assertThatIllegalArgumentException()
				.isThrownBy(() -> JobSpec.builder().app(4, "a").stdin(new StdinSpec(Rank.of(4), NOTHING)).build())
				.withMessage("standard input cannot go to rank 4: the job has ranks 0 to 3");
	}

	@Test
	void stdinSpec_specialRank_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new StdinSpec(Rank.LOCAL_PEERS, NOTHING));
	}

	@Test
	void build_relativeDirectoryOrNegativeTimeout_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> JobSpec.builder().app(1, "a").directory(Path.of("x")).build());
		assertThatIllegalArgumentException().isThrownBy(() -> JobSpec.builder().app(1, "a").timeout(Duration.ofSeconds(-1)).build());
	}

	@Test
	void appSpec_outOfRange_isRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> AppSpec.of(0, "a")).withMessageContaining("number of ranks of a is 1 to");
		assertThatIllegalArgumentException().isThrownBy(() -> AppSpec.of(1, ""));
	}

	@Test
	void temporaryDirectory_firstVariableThatIsSet_counts() {
		assertThat(HostOptions.temporaryDirectory(Map.of("TMPDIR", "/a", "TMP", "/b"))).isEqualTo(Path.of("/a"));
		assertThat(HostOptions.temporaryDirectory(Map.of("TMPDIR", "", "TMP", "/b"))).isEqualTo(Path.of("/b"));
		assertThat(HostOptions.temporaryDirectory(Map.of())).isEqualTo(Path.of("/tmp"));
	}
}
