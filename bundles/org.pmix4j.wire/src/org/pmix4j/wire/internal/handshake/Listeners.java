// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.handshake;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The TCP ports of this machine at which processes listen, by the tables of the kernel. A file that announces a server proves nothing: its
 * process id may be used again. Stateless; blocks on the file system.
 *
 * @see "Linux, Documentation/networking/proc_net_tcp.rst"
 */
public final class Listeners {
	private static final List<Path> TABLES = List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
	/** The fields of a line: number, local address, remote address, state. */
	private static final int LOCAL = 1;
	private static final int STATE = 3;
	private static final String LISTENS = "0A";
	private static final int HEXADECIMAL = 16;

	private Listeners() {
	}

	/**
	 * @param uri identity and address of a server, well-formed
	 * @return whether a process may listen at its port; false only if the kernel says that none does
	 */
	public static boolean mayServe(String uri) {
		int port = ServerAddress.parse(uri).address().getPort();
		boolean known = false;
		for (Path table : TABLES) {
			try (BufferedReader lines = Files.newBufferedReader(table, StandardCharsets.ISO_8859_1)) {
				lines.readLine();
				for (String line = lines.readLine(); line != null; line = lines.readLine()) {
					if (listens(line.strip().split("\\s+"), port)) {
						return true;
					}
				}
				known = true;
			} catch (IOException e) {
				// without IPv6 there is no such table
				continue;
			}
		}
		return !known;
	}

	private static boolean listens(String[] fields, int port) {
		return fields.length > STATE && fields[STATE].equals(LISTENS)
				&& Integer.parseInt(fields[LOCAL].substring(fields[LOCAL].lastIndexOf(':') + 1), HEXADECIMAL) == port;
	}
}
