// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The nodes on which an engine runs the ranks of one launch, for their debuggers. Immutable.
 *
 * @param address an address of this machine that the nodes can reach, as far as this machine knows
 * @param shell   the remote shell with its options, such as ssh, to which a node and a command line are added; empty if it is not found
 */
public record RankNodes(InetAddress address, List<String> shell) {
	/** Copies the words. */
	public RankNodes {
		shell = List.copyOf(shell);
	}

	/**
	 * {@return the command of this machine that runs a script on a node, with its standard input, output and error; the user is never asked
	 * for a password}
	 *
	 * @param node   its name
	 * @param script for /bin/sh
	 */
	public List<String> command(String node, String script) {
		List<String> words = new ArrayList<>(shell);
		words.addAll(List.of(node, "exec /bin/sh -c " + quoted(List.of(script))));
		return words;
	}

	/**
	 * {@return words as a shell reads them}
	 *
	 * @param words any texts
	 */
	public static String quoted(List<String> words) {
		return words.stream().map(word -> "'" + word.replace("'", "'\\''") + "'").collect(Collectors.joining(" "));
	}
}
