// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.pmix4e.core.internal.launch.OwnAddress;

/** Tests the address of this machine that ranks on other nodes connect to. */
class OwnAddressTest {
	private static final String UNKNOWN = "no-such-node.invalid";

	@Test
	void towards_namesOfThisMachine_isEmpty() throws Exception {
		List<String> own = NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
				.filter(address -> !address.isLinkLocalAddress()).map(InetAddress::getHostAddress).toList();

		assertThat(own).contains("127.0.0.1");
		assertThat(OwnAddress.towards(own).address()).isEmpty();
		assertThat(OwnAddress.towards(List.of("localhost")).address()).isEmpty();
	}

	@Test
	void others_ofSeveralNodes_areThoseThatAreNotKnownToBeThisMachine() {
		assertThat(OwnAddress.towards(List.of("localhost", UNKNOWN, "127.0.0.1", UNKNOWN, "203.0.113.77")).others())
				.containsExactlyInAnyOrder(UNKNOWN, "203.0.113.77");
	}

	@Test
	void towards_unknownNodes_isAnAddressOfThisMachine() throws Exception {
		for (List<String> nodes : List.of(List.of(UNKNOWN), List.of("localhost", UNKNOWN), List.<String>of())) {
			InetAddress address = OwnAddress.towards(nodes).address().orElseThrow();
			assertThat(NetworkInterface.getByInetAddress(address)).as("the network of %s", address).isNotNull();
		}
	}

	@Test
	void towards_nodeThatARouteLeadsTo_isTheAddressOfThatRoute() throws Exception {
		List<InetAddress> networks = NetworkInterface.networkInterfaces().filter(each -> !each.getName().equals("lo"))
				.flatMap(NetworkInterface::inetAddresses).toList();

		// an address of TEST-NET-3 of RFC 5737, to which nothing is sent
		InetAddress found = OwnAddress.towards(List.of("localhost", "203.0.113.77")).address().orElseThrow();

		assertThat(networks.isEmpty() ? List.of(found) : networks).contains(found);
	}
}
