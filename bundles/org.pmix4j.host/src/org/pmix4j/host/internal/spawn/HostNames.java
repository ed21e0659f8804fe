// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.BytePaths;

/**
 * Recognizes the nodes of a session by the names that users give them. Never asks the network for a name. Immutable.
 *
 * @param names the host names of the nodes
 * @see "PRRTE, the options --host and --hostfile, whose grammar this is"
 */
public record HostNames(List<String> names) {
	private static final Set<String> LOOPBACK = Set.of("localhost", "localhost.localdomain", "127.0.0.1", "::1");
	private static final long LARGEST_FILE = 1 << 20;

	/**
	 * Checks that a list names only nodes of the session.
	 *
	 * @param list {@code node[:slots],...}; one may be {@code user@node}
	 * @throws PmixException JOB_ALLOC_FAILED if another node is named, or none
	 */
	public void requireOwn(String list) throws PmixException {
		List<String> named = new ArrayList<>();
		for (String entry : list.split(",")) {
			if (!entry.isBlank()) {
				named.add(withoutSlots(entry.strip()));
			}
		}
		requireOwn(named, "'" + list + "'");
	}

	/**
	 * Checks that a file names only nodes of the session.
	 *
	 * @param file one node a line: {@code node [slots=n]}; comments begin with '#'
	 * @throws PmixException JOB_ALLOC_FAILED if another node is named, or none, or the file cannot be read
	 */
	public void requireOwnIn(Path file) throws PmixException {
		List<String> named = new ArrayList<>();
		for (String line : lines(file)) {
			int comment = line.indexOf('#');
			String text = (comment < 0 ? line : line.substring(0, comment)).strip();
			if (!text.isEmpty()) {
				named.add(withoutSlots(text.split("\\s+", 2)[0]));
			}
		}
		requireOwn(named, "hostfile " + BytePaths.text(file));
	}

	private static List<String> lines(Path file) throws PmixException {
		try {
			if (!Files.isRegularFile(file) || Files.size(file) > LARGEST_FILE) {
				throw new PmixException(Status.ERR_JOB_ALLOC_FAILED,
						"hostfile " + BytePaths.text(file) + " is not a file, or is larger than " + LARGEST_FILE + " bytes");
			}
			return Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList();
		} catch (IOException | InvalidPathException e) {
			throw new PmixException(Status.ERR_JOB_ALLOC_FAILED, "hostfile " + BytePaths.text(file) + " cannot be read: " + e.getMessage(), e);
		}
	}

	private void requireOwn(List<String> named, String where) throws PmixException {
		if (named.isEmpty()) {
			throw new PmixException(Status.ERR_JOB_ALLOC_FAILED, where + " names no node");
		}
		for (String node : named) {
			if (!isOwn(node)) {
				throw new PmixException(Status.ERR_JOB_ALLOC_FAILED,
						where + ": node '" + node + "' is not in this session, which has only " + String.join(", ", names));
			}
		}
	}

	private boolean isOwn(String node) {
		String wanted = node.substring(node.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
		return LOOPBACK.contains(wanted) || names.stream().anyMatch(name -> isSame(wanted, name.toLowerCase(Locale.ROOT)));
	}

	/** Compares two names, each with or without its domain. */
	private static boolean isSame(String wanted, String own) {
		return wanted.equals(own) || !wanted.contains(".") && own.startsWith(wanted + ".")
				|| !own.contains(".") && wanted.startsWith(own + ".");
	}

	/** Cuts the number of slots behind the last colon. An IPv6 address has more than one colon. */
	private static String withoutSlots(String entry) {
		int colon = entry.indexOf(':');
		boolean slots = colon > 0 && colon == entry.lastIndexOf(':') && entry.substring(colon + 1).matches("\\d+|\\*|auto");
		return slots ? entry.substring(0, colon) : entry;
	}
}
