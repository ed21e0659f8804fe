// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.pmix4e.jdt.internal.Messages;

/**
 * Finds the port at which a Java virtual machine waits for a debugger: its agent is loaded, and it listens. The port need not be in its
 * command line, since the agent can choose it. Stateless; reads /proc.
 *
 * @see "proc(5): /proc/pid/maps, /proc/pid/fd, /proc/pid/net/tcp"
 */
final class JdwpServer {
	private static final String AGENT = "/libjdwp.so";
	private static final String SOCKET = "socket:[";
	private static final String LISTENS = "0A";
	private static final int ADDRESS = 1;
	private static final int STATE = 3;
	private static final int INODE = 9;
	private static final int HEXADECIMAL = 16;

	private JdwpServer() {
	}

	/**
	 * Connects to a machine.
	 *
	 * @param pid its process id
	 * @return the connection, over which it has shaken hands
	 * @throws IOException with the reason as a phrase, and what to do
	 */
	static JdwpConnection connect(long pid) throws IOException {
		if (!hasAgent(pid)) {
			throw new IOException(Messages.JdwpServer_noAgent);
		}
		for (int port : ports(pid)) {
			Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
			try {
				return JdwpConnection.over(socket);
			} catch (IOException e) {
				socket.close(); // another service of the program
			}
		}
		throw new IOException(Messages.JdwpServer_taken);
	}

	private static boolean hasAgent(long pid) throws IOException {
		try (Stream<String> maps = Files.lines(proc(pid, "maps"), StandardCharsets.ISO_8859_1)) {
			return maps.anyMatch(line -> line.endsWith(AGENT));
		}
	}

	/** Returns the ports at which a process listens. */
	private static Set<Integer> ports(long pid) throws IOException {
		Set<String> sockets = sockets(pid);
		Set<Integer> ports = new TreeSet<>();
		for (String table : List.of("net/tcp", "net/tcp6")) {
			Path file = proc(pid, table);
			for (String line : Files.exists(file) ? Files.readAllLines(file, StandardCharsets.ISO_8859_1) : List.<String>of()) {
				String[] fields = line.strip().split("\\s+");
				if (fields.length > INODE && fields[STATE].equals(LISTENS) && sockets.contains(fields[INODE])) {
					ports.add(Integer.parseInt(fields[ADDRESS].substring(fields[ADDRESS].lastIndexOf(':') + 1), HEXADECIMAL));
				}
			}
		}
		return ports;
	}

	/** Returns the numbers of the sockets of a process. */
	private static Set<String> sockets(long pid) throws IOException {
		Set<String> numbers = new HashSet<>();
		try (Stream<Path> descriptors = Files.list(proc(pid, "fd"))) {
			for (Path descriptor : descriptors.toList()) {
				String target = target(descriptor);
				if (target.startsWith(SOCKET)) {
					numbers.add(target.substring(SOCKET.length(), target.length() - 1));
				}
			}
		}
		return numbers;
	}

	private static String target(Path descriptor) {
		try {
			return Files.readSymbolicLink(descriptor).toString();
		} catch (IOException e) {
			return ""; // closed meanwhile
		}
	}

	private static Path proc(long pid, String file) {
		return Path.of("/proc", Long.toString(pid)).resolve(file);
	}
}
