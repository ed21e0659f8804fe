// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.internal.listen.ListenAddresses;
import org.pmix4j.server.internal.listen.ListenAddresses.Candidate;
import org.pmix4j.server.options.ListenOptions;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;

/** Tests the selection of the address on which a server listens. */
class ListenTest {
	private final List<Candidate> candidates;

	ListenTest() throws Exception {
		candidates = List.of(candidate("virbr0", "192.168.122.1"), candidate("eth0", "fe80::1"), candidate("eth0", "2001:db8::1"),
				candidate("eth0", "10.1.2.3"), candidate("ib0", "10.7.0.9"), candidate("lo", "::1"), candidate("lo", "127.0.0.1"));
	}

	private static Candidate candidate(String name, String address) throws Exception {
		return new Candidate(name, name.equals("lo"), InetAddress.getByName(address));
	}

	private static ListenOptions options(boolean remote, boolean ipv4, boolean ipv6, String include, String exclude) {
		return new ListenOptions(remote, ipv4, ipv6, list(include), list(exclude), List.of(0), List.of(0));
	}

	private static List<String> list(String text) {
		return text.isEmpty() ? List.of() : List.of(text.split(";"));
	}

	@ParameterizedTest
	@CsvSource({ "false,true,false,'','',127.0.0.1", "false,true,true,'','',127.0.0.1", "false,false,true,'','',0:0:0:0:0:0:0:1",
			"true,true,false,'','',10.1.2.3", "true,false,true,'','',2001:db8:0:0:0:0:0:1", "false,true,false,ib0,'',10.7.0.9",
			"true,true,false,10.7.0.0/16,'',10.7.0.9", "true,true,false,10.7.0.9,'',10.7.0.9", "true,true,false,'',eth0,10.7.0.9",
			"true,true,false,'',10.1.2.0/23,10.7.0.9", "false,true,false,'',lo,10.1.2.3", "true,true,false,ib0;eth0,'',10.1.2.3",
			"true,true,true,2001:db8::/32,'',2001:db8:0:0:0:0:0:1" })
	void pick_returnsTheFirstMatch(boolean remote, boolean ipv4, boolean ipv6, String include, String exclude, String address)
			throws PmixException {
		assertThat(ListenAddresses.pick(options(remote, ipv4, ipv6, include, exclude), candidates).getHostAddress()).isEqualTo(address);
	}

	@ParameterizedTest
	@CsvSource({ "true,true,lo,''", "false,true,eth9,''", "true,true,virbr0,''", "true,true,'',eth0;ib0" })
	void pick_noMatch_listsTheCandidates(boolean remote, boolean ipv4, String include, String exclude) {
		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> ListenAddresses.pick(options(remote, ipv4, false, include, exclude), candidates))
				.withMessageContaining("ib0 (10.7.0.9)").satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_NOT_AVAILABLE));
	}

	@ParameterizedTest
	@CsvSource({ "10.0.0.0/33", "10.0.0.0/x", "300.1.2.3", "eth0/8" })
	void pick_malformedSubnet_isRefused(String include) {
		assertThatExceptionOfType(PmixException.class)
				.isThrownBy(() -> ListenAddresses.pick(options(false, true, false, include, ""), candidates))
				.withMessageContaining(include).satisfies(e -> assertThat(e.status()).isEqualTo(Status.ERR_BAD_PARAM));
	}

	@Test
	void options_contradictory_areRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> options(false, false, false, "", ""));
		assertThatIllegalArgumentException().isThrownBy(() -> options(false, true, false, "eth0", "lo"));
		assertThatIllegalArgumentException().isThrownBy(() -> ListenOptions.LOCAL.withPorts(List.of(), List.of(0)));
		assertThatIllegalArgumentException().isThrownBy(() -> ListenOptions.LOCAL.withPorts(List.of(0), List.of(65536)));
	}

	@Test
	void server_portRange_takesFirstFreePort() throws Exception {
		try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
				ServerSocket next = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			List<Integer> ports = List.of(taken.getLocalPort(), next.getLocalPort());
			next.close();
			try (PmixServer server = PmixServer.open(options(ListenOptions.LOCAL.withPorts(ports, List.of(0))), PmixHost.NONE)) {
				assertThat(server.uri()).isEqualTo("server.0;tcp4://127.0.0.1:" + ports.get(1));
			}
		}
	}

	@Test
	void server_ipv6_isReachable() throws Exception {
		try (PmixServer server = PmixServer.open(options(ListenOptions.LOCAL.withFamilies(false, true)), PmixHost.NONE)) {
			assertThat(server.uri()).startsWith("server.0;tcp6://0:0:0:0:0:0:0:1:");
			int port = Integer.parseInt(server.uri().substring(server.uri().lastIndexOf(':') + 1));
			try (Socket socket = new Socket()) {
				socket.connect(new InetSocketAddress("::1", port), 1000);
				assertThat(socket.isConnected()).isTrue();
			}
		}
	}

	private static ServerOptions options(ListenOptions listen) {
		return ServerOptions.of(Proc.of("server", 0), "node0", Path.of("/nowhere")).withListen(listen);
	}
}
