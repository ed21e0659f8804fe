// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import org.pmix4e.core.spi.CommandAnswer;
import org.pmix4e.core.spi.RankNodes;
import org.pmix4e.jdt.internal.Messages;

/**
 * Connects to Java virtual machines of other nodes that wait for a debugger, through ssh: a script on the node finds the addresses at which
 * the machine listens, and {@code ssh -W} carries the connection. Stateless.
 *
 * @see "proc(5): /proc/pid/maps, /proc/pid/fd, /proc/pid/net/tcp"
 */
final class JdwpOnNode {
	private static final Duration LIMIT = Duration.ofSeconds(30);
	private static final int MOST_REASON = 300;
	private static final String MARK = "pmix4e-jdwp ";
	private static final String GONE = MARK + "gone";
	private static final String WITHOUT_AGENT = MARK + "none";
	private static final String AT = MARK + "at ";
	private static final String END = MARK + "end";
	/** Does what {@link JdwpServer} does on this machine. */
	private static final String SCRIPT = "p=/proc/%d; [ -d $p ] || { echo " + GONE + "; exit; };"
			+ " grep -q /libjdwp.so $p/maps || { echo " + WITHOUT_AGENT + "; exit; };"
			+ " s=\" $(readlink $p/fd/* | tr '\\n' ' ')\";"
			+ " cat $p/net/tcp $p/net/tcp6 | while read -r n local remote state queues timer retries user timeout inode rest; do"
			+ " case $state in 0A) case $s in *\" socket:[$inode] \"*) echo " + AT + "$local;; esac;; esac; done; echo " + END;

	private JdwpOnNode() {
	}

	/**
	 * Connects to a machine. Waits for ssh.
	 *
	 * @param node its name
	 * @param pid  the process id of the machine there
	 * @return the connection, over which it has shaken hands
	 * @throws IOException with the reason as a phrase, and what to do
	 */
	static JdwpConnection connect(RankNodes nodes, String node, long pid) throws IOException {
		if (nodes.shell().isEmpty()) {
			throw new IOException(Messages.JdwpOnNode_noShell);
		}
		String reason = "";
		for (String address : addresses(nodes, node, pid)) {
			List<String> command = Stream.concat(nodes.shell().stream(), Stream.of("-W", address, node)).toList();
			MachinePeer peer = new MachinePeer.Carried(new ProcessBuilder(command).start());
			try {
				return JdwpConnection.over(peer);
			} catch (IOException e) {
				peer.close(); // another service of the program, or ssh forwards no connections
				reason = peer.reason();
			}
		}
		throw new IOException(Messages.JdwpServer_taken + reason);
	}

	/** Returns the addresses at which a process listens, as ssh reads them. */
	private static List<String> addresses(RankNodes nodes, String node, long pid) throws IOException {
		List<String> addresses = new ArrayList<>();
		List<String> words = new ArrayList<>();
		boolean isComplete = false;
		for (String line : answer(nodes, node, pid)) {
			if (line.equals(WITHOUT_AGENT)) {
				throw new IOException(Messages.JdwpServer_noAgent);
			} else if (line.startsWith(AT)) {
				addresses.add(address(line.substring(AT.length())));
			} else if (line.equals(END) || line.equals(GONE)) {
				isComplete = line.equals(END);
			} else {
				words.add(line);
			}
		}
		if (!isComplete) {
			throw noAnswer(node, pid, String.join(" ", words));
		}
		return addresses;
	}

	private static List<String> answer(RankNodes nodes, String node, long pid) throws IOException {
		try {
			ProcessBuilder ssh = new ProcessBuilder(nodes.command(node, SCRIPT.formatted(pid)));
			return CommandAnswer.of(ssh.redirectErrorStream(true), LIMIT).lines();
		} catch (IOException e) {
			throw noAnswer(node, pid, String.valueOf(e.getMessage()));
		}
	}

	private static IOException noAnswer(String node, long pid, String reason) {
		return new IOException(MessageFormat.format(Messages.JdwpOnNode_noAnswer, node, pid,
				reason.substring(0, Math.min(reason.length(), MOST_REASON))).strip());
	}

	/** Returns an address and a port that the kernel writes in hexadecimal words of its byte order. */
	static String address(String local) throws IOException {
		int colon = local.indexOf(':');
		ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(local, 0, colon)).order(ByteOrder.LITTLE_ENDIAN);
		ByteBuffer bytes = ByteBuffer.allocate(words.capacity());
		while (words.hasRemaining()) {
			bytes.putInt(words.getInt());
		}
		// an IPv4 address that is mapped into IPv6 becomes one of IPv4
		InetAddress address = InetAddress.getByAddress(bytes.array());
		int port = HexFormat.fromHexDigits(local, colon + 1, local.length());
		String text = address.isAnyLocalAddress() ? "127.0.0.1" : address.getHostAddress();
		return (address instanceof Inet6Address && !address.isAnyLocalAddress() ? "[" + text + "]" : text) + ":" + port;
	}
}
