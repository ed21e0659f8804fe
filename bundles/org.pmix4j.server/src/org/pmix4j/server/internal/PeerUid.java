// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Who is at the other end of a loopback connection, as the kernel knows it: the table of its TCP sockets names the owner of
 * each. Reading it costs milliseconds when there are thousands of connections, so it is read once for each batch of new ones.
 * A value of the event loop; without state after that.
 *
 * <p>
 * Why: the credential "native" over TCP is the peer's own word.
 */
final class PeerUid {
	private static final Logger LOG = System.getLogger(PeerUid.class.getName());
	private static final Path TABLE = Path.of("/proc/net/tcp");
	private static final int LOCAL_COLUMN = 1;
	private static final int REMOTE_COLUMN = 2;
	private static final int UID_COLUMN = 7;
	private static final int HEX = 16;

	/** Local and remote address of the peer's socket, in the kernel's words, to the user id. */
	private final Map<String, Integer> owners;

	private PeerUid(Map<String, Integer> owners) {
		this.owners = owners;
	}

	/** @return what the kernel knows now; nothing where there is no such table */
	static PeerUid snapshot() {
		try {
			return parse(Files.readString(TABLE, StandardCharsets.US_ASCII));
		} catch (IOException e) {
			LOG.log(Level.DEBUG, "no {0} here: who connects is known by the credential alone", TABLE);
			return new PeerUid(Map.of());
		}
	}

	static PeerUid parse(String table) {
		Map<String, Integer> owners = new HashMap<>();
		for (String line : table.lines().skip(1).toList()) {
			String[] columns = line.strip().split("\\s+");
			if (columns.length > UID_COLUMN) {
				owners.put(columns[LOCAL_COLUMN] + " " + columns[REMOTE_COLUMN], Integer.parseUnsignedInt(columns[UID_COLUMN]));
			}
		}
		return new PeerUid(owners);
	}

	/**
	 * @param peer   the other end's address
	 * @param server this end's address
	 * @return the user id of the process at the other end; empty where the kernel does not tell
	 */
	OptionalInt of(InetSocketAddress peer, InetSocketAddress server) {
		if (!(peer.getAddress() instanceof Inet4Address) || !(server.getAddress() instanceof Inet4Address)) {
			return OptionalInt.empty();
		}
		Integer uid = owners.get(kernelForm(peer) + " " + kernelForm(server));
		return uid == null ? OptionalInt.empty() : OptionalInt.of(uid);
	}

	/** The kernel prints the address as a number in its own byte order: little endian wherever this product runs today. */
	private static String kernelForm(InetSocketAddress address) {
		byte[] ip = address.getAddress().getAddress();
		StringBuilder text = new StringBuilder();
		for (int i = ip.length - 1; i >= 0; i--) {
			hex(text, ip[i] & 0xff, 2);
		}
		text.append(':');
		hex(text, address.getPort(), 4);
		return text.toString();
	}

	private static void hex(StringBuilder text, int value, int digits) {
		String plain = Integer.toString(value, HEX).toUpperCase(Locale.ROOT);
		text.append("0".repeat(digits - plain.length())).append(plain);
	}
}
