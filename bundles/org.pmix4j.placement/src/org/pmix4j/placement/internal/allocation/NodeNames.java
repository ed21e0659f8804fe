// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.pmix4j.job.Node;

/**
 * The names by which users mean a node. Never asks the network for a name. Immutable.
 *
 * @param name  the node's host name, with or without its domain
 * @param local whether it is this machine, so that also localhost, the addresses of this machine and their names in /etc/hosts mean it
 */
public record NodeNames(String name, boolean local) {
	private static final Set<String> LOOPBACK = Set.of("localhost", "localhost.localdomain", "127.0.0.1", "::1");
	private static final Path HOSTS = Path.of("/etc/hosts");
	private static final String ADDRESS = "0123456789abcdef.:%";

	/**
	 * @param node a node of this host, of which the first one is this machine
	 * @return its names
	 */
	public static NodeNames of(Node node) {
		return new NodeNames(node.name(), node.id() == 0);
	}

	/**
	 * @param given a name without its user
	 * @return what it has in common with each other name of the same node that is not alias: the part before the domain, in lower case
	 */
	static String label(String given) {
		return given.substring(0, (given + ".").indexOf('.')).toLowerCase(Locale.ROOT);
	}

	/**
	 * @param given a name without its user
	 * @return whether it means the node
	 */
	public boolean isMeantBy(String given) {
		String wanted = given.toLowerCase(Locale.ROOT);
		return isSame(wanted, name.toLowerCase(Locale.ROOT)) || local && (LOOPBACK.contains(wanted) || isOwnAddress(wanted)
				|| isInHosts(wanted));
	}

	/** Compares two names, each with or without its domain. */
	private static boolean isSame(String wanted, String own) {
		return wanted.equals(own) || !wanted.contains(".") && own.startsWith(wanted + ".")
				|| !own.contains(".") && wanted.startsWith(own + ".") && !isAddress(wanted);
	}

	private static boolean isAddress(String text) {
		boolean isName = !text.contains(":") && !Character.isDigit(text.charAt(text.length() - 1));
		return !isName && text.chars().allMatch(character -> ADDRESS.indexOf(character) >= 0)
				&& (text.contains(":") || text.chars().filter(character -> character == '.').count() == 3);
	}

	/** Returns whether the text is an address of this machine. Text in the form of an address is parsed without a question to the network. */
	private static boolean isOwnAddress(String text) {
		if (text.isEmpty() || !isAddress(text)) {
			return false;
		}
		try {
			InetAddress address = InetAddress.getByName(text);
			return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
		} catch (UnknownHostException | SocketException e) {
			return false;
		}
	}

	private static boolean isInHosts(String wanted) {
		try {
			List<String> lines = Files.readAllLines(HOSTS, StandardCharsets.ISO_8859_1);
			return lines.stream().map(line -> line.substring(0, (line + "#").indexOf('#')).strip().toLowerCase(Locale.ROOT).split("\\s+"))
					.anyMatch(words -> List.of(words).subList(1, words.length).contains(wanted) && isOwnAddress(words[0]));
		} catch (IOException e) {
			return false;
		}
	}
}
