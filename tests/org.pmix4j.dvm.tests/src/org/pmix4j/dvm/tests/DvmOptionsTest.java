// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.prrte.DvmOptions;

/** Tests from which nodes a DVM of a job consists. */
class DvmOptionsTest {
	private static DvmOptions options(AppSpec... apps) {
		return DvmOptions.of(JobSpec.of(apps).withDirectory(Path.of("/home/me")), Map.of());
	}

	@Test
	void of_hostsOfSeveralPrograms_areAllNodes() {
		DvmOptions options = options(AppSpec.of(1, "one").withOption(PlacementOptions.HOSTS, "a:2,b"),
				AppSpec.of(1, "other").withOption(PlacementOptions.HOSTS, "c"));

		assertThat(options.hosts()).isEqualTo("a:2,b,c");
		assertThat(options.hostfile()).isEmpty();
	}

	@Test
	void of_hostfile_isAbsolute() {
		assertThat(options(AppSpec.of(1, "one").withOption(PlacementOptions.HOSTFILE, "hosts"),
				AppSpec.of(1, "other").withOption(PlacementOptions.HOSTFILE, "/home/me/hosts")).hostfile()).isEqualTo("/home/me/hosts");
	}

	@Test
	void of_differentHostfiles_areRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> options(AppSpec.of(1, "one").withOption(PlacementOptions.HOSTFILE, "a"),
				AppSpec.of(1, "other").withOption(PlacementOptions.HOSTFILE, "b"))).withMessageContaining("/home/me/a, /home/me/b");
	}
}
