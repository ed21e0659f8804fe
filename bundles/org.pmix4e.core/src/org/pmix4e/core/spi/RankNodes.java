// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.IProgressMonitor;

/**
 * The nodes on which an engine runs the ranks of one launch, for their debuggers. Immutable.
 *
 * @param address an address of this machine that the nodes can reach, as far as this machine knows
 * @param names   the nodes that are other machines; empty if they are not known
 * @param shell   the remote shell with its options, such as ssh, to which a node and a command line are added; empty if it is not found
 * @param monitor shows what a debugger waits for while it prepares the ranks; canceling it ends the wait
 */
public record RankNodes(InetAddress address, List<String> names, List<String> shell, IProgressMonitor monitor) {
	/** Copies the words. */
	public RankNodes {
		names = List.copyOf(names);
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
		return command(List.of(), node, script);
	}

	/**
	 * {@return the command of {@link #command(String, String)} with further options of ssh}
	 *
	 * @param options of ssh, such as -R
	 * @param node    its name
	 * @param script  for /bin/sh
	 */
	public List<String> command(List<String> options, String node, String script) {
		List<String> words = new ArrayList<>(shell);
		words.addAll(options);
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
