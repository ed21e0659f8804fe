// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.prrte.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Explains why a DVM has not started, from what prte and the remote shells have written. Stateless.
 *
 * @see "PRRTE 3.0.8, plm/ssh; OpenSSH, ssh(1)"
 */
public final class StartFailure {
	/** The most lines of other programs that are repeated. */
	private static final int MOST_LINES = 20;
	private static final List<String> UNREACHABLE = List.of("no route to host", "connection refused", "connection timed out",
			"could not resolve hostname", "name or service not known", "network is unreachable");
	private static final List<String> NO_LOGIN = List.of("permission denied (", "permission denied, please", "host key verification failed",
			"password:", "read_passphrase", "too many authentication failures");
	private static final List<String> NO_DAEMON = List.of("prted: not found", "prted: no such file", "prted: command not found",
			"prted: permission denied");

	/** The host in messages of ssh. */
	private static final Pattern HOST = Pattern.compile("^ssh: (?:connect to host|Could not resolve hostname) ([^ :]+)");

	private StartFailure() {
	}

	/**
	 * {@return why prte has ended before the DVM was ready, for users; the first line is the explanation}
	 *
	 * @param exitCode of prte
	 * @param lines    that it and its remote shells have written
	 * @param hostfile that it was given; empty for none
	 */
	public static String explain(int exitCode, List<String> lines, String hostfile) {
		List<String> text = new ArrayList<>();
		text.add(reason(exitCode, lines, hostfile));
		text.addAll(said(lines));
		return String.join("\n", text);
	}

	private static String reason(int exitCode, List<String> lines, String hostfile) {
		if (hasOne(lines, UNREACHABLE)) {
			String node = lines.stream().map(HOST::matcher).filter(Matcher::find).findFirst().map(host -> host.group(1)).orElse("NODE");
			return "PRRTE cannot reach " + (node.equals("NODE") ? "a node" : "the node " + node) + " by ssh; check the name, and that 'ssh "
					+ node + " true' works";
		}
		if (hasOne(lines, NO_LOGIN)) {
			return "ssh to a node needs a password, a key or a known host key, and cannot ask; arrange that 'ssh NODE true' works without"
					+ " input";
		}
		if (hasOne(lines, NO_DAEMON)) {
			return "the daemon prted of PRRTE is not found on a node; install the same release of PRRTE or Open MPI there, in the same"
					+ " place as here (in Debian: openmpi-bin)";
		}
		if (lines.isEmpty() && !hostfile.isEmpty()) {
			return "PRRTE has not started its DVM, and does not say why (exit code " + exitCode + "): the hostfile " + hostfile
					+ " may be wrong; each line is NODE slots=N";
		}
		if (lines.isEmpty()) {
			return "PRRTE has not started its DVM, and does not say why (exit code " + exitCode + "): a directory /tmp/prted.* that an"
					+ " earlier daemon has left on a node may be in the way";
		}
		return "PRRTE has not started its DVM (exit code " + exitCode + ")";
	}

	private static boolean hasOne(List<String> lines, List<String> parts) {
		return lines.stream().map(line -> line.toLowerCase(Locale.ROOT)).anyMatch(line -> parts.stream().anyMatch(line::contains));
	}

	/** Returns what others have written, as lines that say so. */
	private static List<String> said(List<String> lines) {
		return lines.stream().filter(line -> !line.chars().allMatch(each -> each == '-')).limit(MOST_LINES).map(line -> "prte: " + line.strip())
				.toList();
	}

	/**
	 * {@return why a DVM was given up that was not ready in time, for users}
	 *
	 * @param limit   the time
	 * @param waiting the command lines of the processes that prte has started
	 * @param lines   that it and its remote shells have written
	 */
	public static String ofLimit(Duration limit, List<String> waiting, List<String> lines) {
		List<String> text = new ArrayList<>();
		text.add("the DVM of PRRTE was not ready after " + limit.toSeconds() + " s, and was given up"
				+ (waiting.isEmpty() ? "" : "; these remote shells had not answered"));
		waiting.stream().limit(MOST_LINES).map(StartFailure::shortened).forEach(text::add);
		text.addAll(said(lines));
		return String.join("\n", text);
	}

	/** The command for the daemon is long, and the node is in front of it. */
	private static String shortened(String command) {
		int most = 100;
		return command.length() <= most ? command : command.substring(0, most) + "...";
	}
}
