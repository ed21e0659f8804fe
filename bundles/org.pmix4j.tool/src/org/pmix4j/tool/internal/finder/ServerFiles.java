// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.internal.finder;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.TemporaryDirectory;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.wire.internal.handshake.ProcessUser;

/**
 * The places at which servers announce themselves to tools. Stateless but for names; reads directories.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_fns.c, pmix_ptl_base_df_search"
 */
final class ServerFiles {
	/** Session directories of servers lie this deep below the directory of temporary files. */
	private static final int MAX_DEPTH = 4;
	private static final Path KERNEL_NAME = Path.of("/proc/sys/kernel/hostname");

	private final Path system;
	private final String hostname;

	ServerFiles(Map<String, String> environment, Path directory) {
		String given = environment.getOrDefault("PMIX_SYSTEM_TMPDIR", "");
		system = directory.resolve(BytePaths.of(given.isEmpty() ? TemporaryDirectory.of(environment) : given));
		String name = environment.getOrDefault("PMIX_HOSTNAME", "");
		hostname = name.isEmpty() ? withoutDomain(kernelName()) : name;
	}

	private static String kernelName() {
		try {
			return Files.readString(KERNEL_NAME).strip();
		} catch (IOException unavailable) {
			return "localhost";
		}
	}

	private static String withoutDomain(String name) {
		int dot = name.indexOf('.');
		boolean isAddress = !name.isEmpty() && Character.isDigit(name.charAt(0)) && name.chars().allMatch(c -> c == '.' || Character.isDigit(c));
		return dot <= 0 || isAddress ? name : name.substring(0, dot);
	}

	/** Returns the name of this node, as servers of the node have it. */
	String hostname() {
		return hostname;
	}

	/** Returns the directory in which a search begins. */
	Path system() {
		return system;
	}

	/** Returns the file of a role that one server of the machine has: sys, sched or sysctrlr. */
	Path ofRole(String role) {
		return system.resolve("pmix." + role + "." + hostname);
	}

	/** Returns the live servers with a file of that kind: a process id, a namespace, or nothing for any server. */
	List<Announced> search(String suffix) {
		String name = "pmix." + hostname + ".tool";
		List<Announced> found = new ArrayList<>();
		collect(system.toFile(), suffix.isEmpty() ? name : name + "." + suffix, !suffix.isEmpty(), 0, found);
		return found;
	}

	/** Collects the servers that files below a directory announce; equal addresses count once. */
	private static void collect(File directory, String name, boolean exact, int depth, List<Announced> found) {
		String[] names = directory.list();
		for (String each : names == null ? new String[0] : names) {
			File file = new File(directory, each);
			if (exact ? each.equals(name) : each.startsWith(name)) {
				announced(file.toPath()).filter(server -> found.stream().noneMatch(known -> known.uri().equals(server.uri())))
						.ifPresent(found::add);
			} else if (depth < MAX_DEPTH && each.indexOf('.') != 0 && isOwnDirectory(file.toPath())) {
				collect(file, name, exact, depth + 1, found);
			}
		}
	}

	private static Optional<Announced> announced(Path file) {
		try {
			return Optional.of(Announced.read(file)).filter(server -> !server.isStale());
		} catch (PmixException unusable) {
			return Optional.empty();
		}
	}

	/** Directories of others hold no server that could be used. */
	private static boolean isOwnDirectory(Path path) {
		try {
			Map<String, Object> found = Files.readAttributes(path, "unix:isDirectory,uid", LinkOption.NOFOLLOW_LINKS);
			return Boolean.TRUE.equals(found.get("isDirectory"))
					&& ProcessUser.ids().filter(ids -> found.get("uid").equals(ids.uid())).isPresent();
		} catch (IOException gone) {
			return false;
		}
	}
}
