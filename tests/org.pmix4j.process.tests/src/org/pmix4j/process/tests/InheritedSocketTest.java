// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.SpawnException;
import org.pmix4j.process.internal.process.SpawnSpec.InheritedSocket;
import org.pmix4j.testkit.Await;

class InheritedSocketTest {
	private final Loop loop = new Loop();

	@AfterEach
	void close() {
		loop.close();
	}

	private static InheritedSocket to(ServerSocket server) {
		return new InheritedSocket("THE_FD", server.getLocalPort(), "hello\n");
	}

	@Test
	void spawn_socket_isConnectedGreetedAndBlocking() throws Exception {
		try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			Collected collected = new Collected();
			ChildProcess child = loop.spawn(loop.spec("bash", "-c", "echo from child >&$THE_FD; read -r line <&$THE_FD; echo got $line")
					.withSocket(to(server)), collected);
			try (Socket accepted = server.accept()) {
				BufferedReader in = new BufferedReader(new InputStreamReader(accepted.getInputStream(), StandardCharsets.UTF_8));
				assertThat(in.readLine()).isEqualTo("hello");
				assertThat(in.readLine()).isEqualTo("from child");
				accepted.getOutputStream().write("reply\n".getBytes(StandardCharsets.UTF_8));
				Await.result(child.ended());

				assertThat(collected.out()).isEqualTo("got reply\n");
				assertThat(in.readLine()).as("the launcher has closed its end").isNull();
			}
		}
	}

	/** The number must not be one that scripts choose for themselves, from 3 to 9. */
	@Test
	void spawn_socket_isTheOnlyFurtherDescriptor() throws Exception {
		try (ServerSocket server = new ServerSocket(0, 4, InetAddress.getLoopbackAddress())) {
			String line = "echo $THE_FD; for each in /proc/$$/fd/*; do readlink $each; done | cut -d: -f1 | sort | uniq -c | tr -s ' '";

			assertThat(loop.output(loop.shell(line).withSocket(to(server)))).startsWith("10\n").contains(" 1 socket\n");
			assertThat(loop.output(loop.shell(line))).startsWith("\n").doesNotContain("socket");
		}
	}

	@Test
	void spawn_socketToClosedPort_failsWithReasonAndLeavesNothing() throws Exception {
		InheritedSocket gone;
		try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			gone = to(server);
		}

		assertThatThrownBy(() -> loop.run(loop.shell("true").withSocket(gone))).isInstanceOf(SpawnException.class)
				.hasMessageMatching("cannot run sh .*: no connection for THE_FD to port \\d+: connection refused \\(ECONNREFUSED\\)")
				.hasMessageNotContaining("hello");
	}
}
