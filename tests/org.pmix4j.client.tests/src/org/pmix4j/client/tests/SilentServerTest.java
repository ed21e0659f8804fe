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
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HexFormat;
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
	/** Length of the header of a frame, which holds the index, the tag and the length. */
	private static final int HEADER = 16;

	@AutoClose
	private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

	SilentServerTest() throws IOException {
		// opens the socket
	}

	/** Answers the hello and the first request by these bytes, the latter in a frame, or not at all. */
	private void serve(byte[] toHello, byte[] toRequest) {
		try (Socket rank = socket.accept()) {
			byte[] received = new byte[HELLO];
			if (rank.getInputStream().read(received) > 0) {
				rank.getOutputStream().write(toHello);
			}
			if (toRequest.length > 0 && rank.getInputStream().read(received) > 0) {
				ByteBuffer header = ByteBuffer.allocate(HEADER).putInt(0, 0).putInt(4, ByteBuffer.wrap(received).getInt(4)).putInt(8,
						toRequest.length);
				rank.getOutputStream().write(header.array());
				rank.getOutputStream().write(toRequest);
			}
			rank.getInputStream().transferTo(OutputStream.nullOutputStream());
		} catch (IOException closed) {
			// the test has ended
		}
	}

	/** One limit holds for the handshake and the job information together: a handshake takes long on a busy machine. */
	@ParameterizedTest
	@CsvSource({ "1,'','',ERR_UNREACH,no reply to the hello", "10,0000000000000000,'',ERR_TIMEOUT,job information: no reply within",
			"10,ffffffff,'',ERROR (-1),refused this process", "10,7082a160,'',Status(1887609184),refused this process",
			"10,0000000000000000,24,ERR_UNPACK_READ_PAST_END_OF_BUFFER,job information: the reply is malformed" })
	void open_serverIsSilentOrAnswersNonsense_failsWithOneLine(int seconds, String toHello, String toRequest, String status, String what) {
		HexFormat hex = HexFormat.of();
		Thread.startVirtualThread(() -> serve(hex.parseHex(toHello), hex.parseHex(toRequest)));
		ClientOptions options = ClientOptions.DEFAULT.withConnectLimit(Duration.ofSeconds(seconds)).withEnvironment(Map.of("PMIX_NAMESPACE",
				"job", "PMIX_RANK", "0", "PMIX_VERSION", "4.2.2", "PMIX_SERVER_URI41", "server.0;tcp4://127.0.0.1:" + socket.getLocalPort()));

		PmixException failure = catchThrowableOfType(PmixException.class, () -> PmixClient.open(options));

		StringWriter printed = new StringWriter();
		failure.printStackTrace(new PrintWriter(printed, true));
		assertThat(printed.toString().lines()).singleElement().asString().contains(status).contains(what);
	}
}
