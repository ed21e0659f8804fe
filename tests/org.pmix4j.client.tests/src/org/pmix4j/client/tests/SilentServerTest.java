// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.client.ClientOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.model.PmixException;

/** Issue 29, entry 17: tests a rank whose server is frozen, before or after it has answered the hello. */
class SilentServerTest {
	private static final int HELLO = 256;
	/** Status and index. */
	private static final byte[] ACCEPTED = new byte[8];

	@AutoClose
	private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

	SilentServerTest() throws IOException {
		// opens the socket
	}

	private void serve(boolean answersHello) {
		try (Socket rank = socket.accept()) {
			byte[] hello = new byte[HELLO];
			if (rank.getInputStream().read(hello) > 0 && answersHello) {
				rank.getOutputStream().write(ACCEPTED);
			}
			rank.getInputStream().transferTo(OutputStream.nullOutputStream());
		} catch (IOException closed) {
			// the test has ended
		}
	}

	/** One limit holds for the handshake and the job information together: a handshake takes long on a busy machine. */
	@ParameterizedTest
	@CsvSource({ "1,false,ERR_UNREACH,no reply to the hello", "10,true,ERR_TIMEOUT,job information: no reply within" })
	void open_serverNeverAnswers_failsWithOneLine(int seconds, boolean answersHello, String status, String what) {
		Thread.startVirtualThread(() -> serve(answersHello));
		ClientOptions options = ClientOptions.DEFAULT.withConnectLimit(Duration.ofSeconds(seconds)).withEnvironment(Map.of("PMIX_NAMESPACE",
				"job", "PMIX_RANK", "0", "PMIX_VERSION", "4.2.2", "PMIX_SERVER_URI41", "server.0;tcp4://127.0.0.1:" + socket.getLocalPort()));

		PmixException failure = catchThrowableOfType(PmixException.class, () -> PmixClient.open(options));

		StringWriter printed = new StringWriter();
		failure.printStackTrace(new PrintWriter(printed, true));
		assertThat(printed.toString().lines()).singleElement().asString().contains(status).contains(what);
	}
}
