// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests peers that a running launcher must refuse. A rank starts them, as another user if it runs as root. */
class AdmissionTest {
	private static final int ROOT = 0;
	/** Debian's user id of nobody. */
	private static final String AS_NOBODY = "setpriv --reuid 65534 --regid 65534 --clear-groups ";

	/** Time after which silent connections are closed. */
	private static final int HELLO_LIMIT_MS = 5000;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** Returns a copy of the program that another user can execute. */
	private static Path forger(Path folder) throws IOException {
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
		return Files.copy(Peers.c("door_forger"), folder.resolve("door_forger"));
	}

	private static boolean isRoot() throws IOException {
		return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(ROOT);
	}

	private Outcome forge(String more) throws IOException {
		Path folder = Files.createTempDirectory("door");
		try {
			String forger = (isRoot() ? AS_NOBODY : "") + forger(folder) + " \"${PMIX_SERVER_URI41##*:}\" 0 " + more;
			String good = Peers.c("pmix_tool") + " --uri \"$PMIX_SERVER_URI41\"";
			return pmix4j.run("-n", 1, "sh", "-c", forger + " && " + good).finish();
		} finally {
			Files.delete(folder.resolve("door_forger"));
			Files.delete(folder);
		}
	}

	private static void requireRefused(Outcome outcome) {
		outcome.requirePeers("pmix_tool", 1);
		assertThat(outcome.lines()).contains("answer 4 bytes");
		List<String> warnings = outcome.errorLines();
		assertThat(warnings).singleElement().asString().startsWith("pmix4j: WARNING: connection from /127.0.0.1:").contains("uid 0")
				.contains(" user ");
	}

	@Test
	void tool_claimingToBeRoot_isRefusedAndTheNextIsServed() throws IOException {
		requireRefused(forge(""));
	}

	@Test
	void rank_impersonated_isRefused() throws IOException {
		Outcome outcome = forge("\"$PMIX_NAMESPACE\"");

		outcome.requirePeers("pmix_tool", 1);
		assertThat(outcome.lines()).contains("answer 4 bytes");
		assertThat(outcome.errorLines()).singleElement().asString().contains("refused: hello CLIENT").contains("of user ");
	}

	@Test
	void ranks_behindHundredsOfSilentConnections_areServed() {
		int ranks = 4;
		Outcome outcome = pmix4j.run("-n", ranks, Peers.c("pmix_crowd"), 90).inside(List.of("prlimit", "--nofile=128")).finish()
				.requirePeers("pmix_crowd", ranks);

		assertThat(outcome.lines().stream().mapToInt(line -> Integer.parseInt(line.split("init_ms=")[1]))).as(outcome.toString())
				.allMatch(milliseconds -> milliseconds < HELLO_LIMIT_MS);
		assertThat(outcome.errorLines()).anyMatch(line -> line.contains("to make room for others")).hasSizeLessThanOrEqualTo(4);
	}
}
