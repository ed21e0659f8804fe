// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the requests to a host that no launcher in C serves, with a server that is linked with libpmix and echoes them. */
class ServerEchoTest {
	@TempDir
	private Path directory = Path.of("");

	@ParameterizedTest
	@EnumSource(names = { "PEER", "PEER_OF_TRIXIE" })
	void requests_serverWithLibpmix_arriveAndReturnAsSent(CServer server) throws IOException, InterruptedException {
		server.run(directory, 1, ProbeCommand.line(EchoProbe.class)).requirePeers("probe", 1);
	}
}
