// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4j.server.spi.KernelSocketTable;
import org.pmix4j.server.spi.PeerUsers.Connection;

/** Tests tables with the layout of Linux 6.1. */
class KernelSocketTableTest {
	private static final String HEADER =
			"  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
	private static final String ESTABLISHED = "01";

	private final Path folder;
	private final Connection connection = new Connection(new InetSocketAddress("127.0.0.1", 40001),
			new InetSocketAddress("127.0.0.1", 40000));
	private final KernelSocketTable sockets;

	KernelSocketTableTest(@TempDir Path folder) {
		this.folder = folder;
		this.sockets = new KernelSocketTable(folder);
	}

	private void table(String name, String... lines) throws IOException {
		Files.writeString(folder.resolve(name), HEADER + String.join("", lines));
	}

	/** Returns the line for the socket at the other end of the connection. */
	private String line(String state, int uid, int inode) {
		return line(hex(connection.peer()), hex(connection.server()), state, uid, inode);
	}

	private static String line(String local, String remote, String state, int uid, int inode) {
		return String.format("%4d: %s %s %s 00000000:00000000 00:00000000 00000000 %5d        0 %d 1 000000008d43c01d 20 4 30 10 -1\n",
				17, local,
				remote, state, uid, inode);
	}

	private static String hex(InetSocketAddress address) {
		byte[] bytes = address.getAddress().getAddress();
		StringBuilder text = new StringBuilder();
		for (int word = 0; word < bytes.length; word += 4) {
			for (int i = 0; i < 4; i++) {
				text.append(String.format("%02X", bytes[ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? word + 3 - i : word + i]));
			}
		}
		return text + String.format(":%04X", address.getPort());
	}

	private Optional<Map<Connection, Integer>> users() {
		return sockets.of(List.of(connection));
	}

	@Test
	void connected_isFoundAmongOthers() throws IOException {
		table("tcp", line("00000000:07E8", "00000000:0000", "0A", 0, 1617),
				line(hex(connection.server()), hex(connection.peer()), "01", 7, 99),
				line(ESTABLISHED, 1000, 921491));

		assertThat(users()).contains(Map.of(connection, 1000));
	}

	@Test
	void largestUserId_isUnsigned() throws IOException {
		table("tcp", line(ESTABLISHED, 77777, 5).replace("77777", "4294967294"));

		assertThat(users()).contains(Map.of(connection, -2));
	}

	@Test
	void closedByItsProcess_hasNoOwner() throws IOException {
		for (String state : List.of("04", "05", "06", "07", "08", "09", "0B")) {
			table("tcp", line(state, 0, 0));
			assertThat(users()).as("state " + state).contains(Map.of());
		}
		table("tcp", line(ESTABLISHED, 0, 0));
		assertThat(users()).as("no inode").contains(Map.of());
	}

	@Test
	void halfClosed_hasNoOwner() throws IOException {
		table("tcp", line("05", 1000, 921491));

		assertThat(users()).contains(Map.of());
	}

	@Test
	void notListed_hasNoOwner() throws IOException {
		table("tcp");

		assertThat(users()).contains(Map.of());
	}

	@Test
	void noTable_isEmpty() {
		assertThat(users()).isEmpty();
	}

	@Test
	void malformedLine_isSkipped() throws IOException {
		table("tcp", "\n", "garbage\n", "  1: 00\n", line(ESTABLISHED, 1000, 5).substring(0, 60) + "\n",
				line(ESTABLISHED, 1001, 5).stripTrailing());

		assertThat(users()).contains(Map.of(connection, 1001));
	}

	@Test
	void ipv4OnAnIpv6Socket_isFoundInTheOtherTable() throws IOException {
		table("tcp");
		String prefix = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? "0000000000000000FFFF0000" : "00000000000000000000FFFF";
		table("tcp6", line(prefix + hex(connection.peer()), prefix + hex(connection.server()), ESTABLISHED, 1000, 5));

		assertThat(users()).contains(Map.of(connection, 1000));
	}

	@Test
	void ipv6_isFoundInItsTable() throws IOException {
		InetAddress loopback = InetAddress.getByAddress(HexFormat.of().parseHex("00000000000000000000000000000001"));
		Connection six = new Connection(new InetSocketAddress(loopback, 4000), new InetSocketAddress(loopback, 5000));
		table("tcp");
		table("tcp6", line(hex(six.peer()), hex(six.server()), ESTABLISHED, 1000, 5));

		assertThat(sockets.of(List.of(six))).contains(Map.of(six, 1000));
	}

	@Test
	void severalConnections_eachHasItsUser() throws IOException {
		Connection other = new Connection(new InetSocketAddress("127.0.0.1", 41000), connection.server());
		table("tcp", line(hex(other.peer()), hex(other.server()), ESTABLISHED, 5, 5), line(ESTABLISHED, 1000, 6));

		assertThat(sockets.of(List.of(connection, other))).contains(Map.of(connection, 1000, other, 5));
	}
}
