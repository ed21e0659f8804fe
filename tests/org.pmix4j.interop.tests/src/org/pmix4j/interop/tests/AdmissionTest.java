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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.testkit.Launchers;
import org.pmix4j.testkit.OtherUsers;
import org.pmix4j.testkit.Outcome;
import org.pmix4j.testkit.Peers;

/** Tests peers that a running launcher must refuse. A rank starts them. */
class AdmissionTest {
	private static final String OTHER_UID = "4711";

	/** Time after which silent connections are closed. */
	private static final int HELLO_LIMIT_MS = 5000;

	@RegisterExtension
	private final Launchers pmix4j = new Launchers();

	/** Returns a copy of the program that another user can execute. */
	private static Path forger(Path folder) throws IOException {
		Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
		return Files.copy(Peers.c("door_forger"), folder.resolve("door_forger"));
	}

	private Outcome forge(String user, String uid, String more) throws IOException {
		Path folder = Files.createTempDirectory("door");
		try {
			String forger = user + forger(folder) + " \"${PMIX_SERVER_URI41##*:}\" " + uid + " " + more;
			String good = Peers.c("pmix_tool") + " --uri \"$PMIX_SERVER_URI41\"";
			return pmix4j.run("-n", 1, "sh", "-c", forger + " && " + good).finish();
		} finally {
			Files.delete(folder.resolve("door_forger"));
			Files.delete(folder);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "\"$PMIX_NAMESPACE\"" })
	void connection_ofAnotherUser_isClosedUnreadAndTheNextIsServed(String nspace) throws IOException {
		Outcome outcome = forge(String.join(" ", OtherUsers.as(OtherUsers.NOBODY)) + " ", "0", nspace);

		outcome.requirePeers("pmix_tool", 1);
		assertThat(outcome.lines()).contains("answer 0 bytes");
		assertThat(outcome.errorLines()).singleElement().asString()
				.isEqualTo("pmix4j: WARNING: 1 connections of other users were closed unread; the last one was of user 65534");
	}

	@Test
	void tool_claimingToBeAnotherUser_isRefusedAndTheNextIsServed() throws IOException {
		Outcome outcome = forge("", OTHER_UID, "");

		outcome.requirePeers("pmix_tool", 1);
		assertThat(outcome.lines()).contains("answer 4 bytes");
		assertThat(outcome.errorLines()).singleElement().asString().startsWith("pmix4j: WARNING: connection from /127.0.0.1:")
				.contains("uid " + OTHER_UID).contains("claims to be of user ");
	}

	@Test
	void rank_impersonated_isRefused() throws IOException {
		Outcome outcome = forge("", OTHER_UID, "\"$PMIX_NAMESPACE\"");

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
