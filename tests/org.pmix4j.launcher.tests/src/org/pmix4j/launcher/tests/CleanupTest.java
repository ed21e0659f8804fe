// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.launcher.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Peers;

/** Tests files registered for cleanup by ranks (PMIX_REGISTER_CLEANUP and related attributes), listed in the comment of pmix_jobctrl.c. */
class CleanupTest {
	private static final List<String> KEPT = List.of("free.0", "free.1", "mixed.0", "mixed.0/keep", "mixed.1", "mixed.1/keep", "top.0",
			"top.1", "victim", "victim/precious");

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	@TempDir
	private Path scratch;

	@Test
	void run_ranksFinish_registeredFilesAreDeleted() throws Exception {
		pmix4j.run("-n", 2, Peers.c("pmix_jobctrl"), scratch).finish().requirePeers("pmix_jobctrl", 2);

		assertThat(content()).isEqualTo(KEPT);
	}

	@Test
	void run_ranksAreKilled_registeredFilesAreDeleted() throws Exception {
		pmix4j.run("-n", 2, Peers.c("pmix_jobctrl"), scratch, "--die").finish().requireExit(137);

		assertThat(content()).isEqualTo(KEPT);
	}

	private List<String> content() throws Exception {
		try (Stream<Path> paths = Files.walk(scratch)) {
			return paths.filter(path -> !path.equals(scratch)).map(path -> scratch.relativize(path).toString()).sorted().toList();
		}
	}
}
