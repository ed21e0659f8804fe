// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.kernel;

import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Finds the listening TCP sockets of this machine in the kernel's tables. A file that announces a server proves nothing: its process id and
 * its port may be used again, also by another user. Stateless; blocks on the file system, for about 50 microseconds if the socket exists.
 *
 * @see "Linux, Documentation/networking/proc_net_tcp.rst"
 */
public final class Listeners {
	private static final Path TABLE = Path.of("/proc/net/tcp");
	private static final Path TABLE_OF_IPV6 = Path.of("/proc/net/tcp6");
	private static final HexFormat HEX = HexFormat.of().withUpperCase();
	private static final int WORD = 4;
	/** Prefix ::ffff, with which an IPv6 socket that carries IPv4 is listed. */
	private static final byte[] MAPPED = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff };
	/** Listening sockets come first, and a longer read makes the kernel scan its large table of connections: 1 to 20 ms. */
	private static final int SHORT_READ = 256;
	/** The fields of a line: number, local address, remote address, state, and others. */
	private static final int LOCAL = 1;
	private static final int STATE = 3;
	private static final int UID = 7;
	private static final int INODE = 9;
	private static final String LISTENS = "0A";

	/**
	 * The socket that accepts connections to an address. Two users cannot have one each: the kernel refuses the second.
	 *
	 * @param uid   the unsigned id of its user
	 * @param inode its number, as in {@code /proc/PID/fd}
	 */
	public record Listener(int uid, long inode) {
	}

	/**
	 * The answer of the kernel.
	 *
	 * @param isKnown  whether this system has such tables
	 * @param listener the socket; empty if no process of this machine listens at the address
	 */
	public record Answer(boolean isKnown, Optional<Listener> listener) {
		/** @return whether no process listens there for certain */
		public boolean isNone() {
			return isKnown && listener.isEmpty();
		}
	}

	private Listeners() {
	}

	/**
	 * Looks for the socket that accepts connections to an address.
	 *
	 * @param address resolved
	 * @return the answer of the kernel
	 */
	public static Answer at(InetSocketAddress address) {
		boolean isIpv4 = address.getAddress().getAddress().length == WORD;
		try {
			Optional<Listener> found = isIpv4 ? find(TABLE, address, false) : Optional.empty();
			return new Answer(true, found.isPresent() || isIpv4 && !TABLE_OF_IPV6.toFile().exists() ? found : find(TABLE_OF_IPV6, address, true));
		} catch (IOException | RuntimeException e) {
			return new Answer(false, Optional.empty());
		}
	}

	private static Optional<Listener> find(Path table, InetSocketAddress address, boolean ipv6) throws IOException {
		String own = kernelForm(address, ipv6);
		int colon = own.indexOf(':');
		Set<String> accepting = Set.of(own, "0".repeat(colon) + own.substring(colon));
		try (BufferedReader lines = new BufferedReader(new InputStreamReader(new ShortReads(table), StandardCharsets.ISO_8859_1))) {
			lines.readLine();
			for (String line = lines.readLine(); line != null; line = lines.readLine()) {
				String[] fields = line.strip().split("\\s+", INODE + 2);
				if (fields.length > INODE && fields[STATE].equals(LISTENS) && accepting.contains(fields[LOCAL])) {
					return Optional.of(new Listener(Integer.parseUnsignedInt(fields[UID]), Long.parseLong(fields[INODE])));
				}
			}
			return Optional.empty();
		}
	}

	/**
	 * Formats an address like the kernel: 32-bit numbers in its own byte order, and the port as a number.
	 *
	 * @param address resolved
	 * @param ipv6    whether in the form of IPv6
	 * @return the text of the table
	 */
	public static String kernelForm(InetSocketAddress address, boolean ipv6) {
		byte[] bytes = bytes(address.getAddress(), ipv6);
		StringBuilder text = new StringBuilder();
		for (int word = 0; word < bytes.length; word += WORD) {
			for (int i = 0; i < WORD; i++) {
				HEX.toHexDigits(text, bytes[word + (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? WORD - 1 - i : i)]);
			}
		}
		return text.append(':').append(HEX.toHexDigits((char) address.getPort())).toString();
	}

	private static byte[] bytes(InetAddress address, boolean ipv6) {
		byte[] own = address.getAddress();
		if (!ipv6 || own.length > WORD) {
			return own;
		}
		byte[] mapped = new byte[MAPPED.length + WORD];
		System.arraycopy(MAPPED, 0, mapped, 0, MAPPED.length);
		System.arraycopy(own, 0, mapped, MAPPED.length, WORD);
		return mapped;
	}

	/** A table that is read one or two lines at a time. */
	private static final class ShortReads extends FilterInputStream {
		private ShortReads(Path table) throws IOException {
			super(open(table));
		}

		private static InputStream open(Path table) throws IOException {
			return new FileInputStream(table.toFile());
		}

		@Override
		public int read(byte @Nullable [] target, int offset, int length) throws IOException {
			return super.read(target, offset, Math.min(length, SHORT_READ));
		}
	}
}
