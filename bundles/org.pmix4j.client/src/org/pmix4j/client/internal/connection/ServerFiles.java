// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.connection;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.TemporaryDirectory;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.model.internal.text.Entries;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.handshake.ProcessUser;
import org.pmix4j.wire.internal.handshake.ServerOwner;

/**
 * Finds the files in which servers announce themselves to tools. Reads directories; has no state but their names.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_fns.c, pmix_ptl_base_df_search"
 */
public final class ServerFiles {
	private static final PeerLog LOG = PeerLog.of(ServerFiles.class);
	private static final String PREFIX = "pmix.";
	/** Session directories of servers lie this deep below the directory of temporary files. */
	private static final int MAX_DEPTH = 4;
	private static final Path KERNEL_NAME = Path.of("/proc/sys/kernel/hostname");

	private final Path system;
	private final String hostname;
	/** The begin of the names of the files for tools. */
	private final String tools;

	/**
	 * @param environment the variables of this process
	 * @param directory   to which relative paths in them refer
	 */
	public ServerFiles(Map<String, String> environment, Path directory) {
		String given = environment.getOrDefault("PMIX_SYSTEM_TMPDIR", "");
		system = directory.resolve(BytePaths.of(given.isEmpty() ? TemporaryDirectory.of(environment) : given));
		String name = environment.getOrDefault("PMIX_HOSTNAME", "");
		hostname = name.isEmpty() ? withoutDomain(kernelName()) : name;
		tools = PREFIX + hostname + ".tool";
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

	/** @return the name of this node, as servers of the node have it */
	public String hostname() {
		return hostname;
	}

	/** @return the directory in which a search begins */
	public Path system() {
		return system;
	}

	/**
	 * @param role that one server of the machine has: sys, sched or sysctrlr
	 * @return its file
	 */
	public Path ofRole(String role) {
		return system.resolve(PREFIX + role + "." + hostname);
	}

	/**
	 * Searches for tool servers. A search for any server passes over prun, which announces itself, but runs no jobs.
	 *
	 * @param suffix  the kind of file: a process id, a namespace, or empty for any server
	 * @param skipped receives a sentence for each file with such a name that announces no live server of this user
	 * @return the live servers with such a file
	 */
	public List<ServerFile> search(String suffix, List<String> skipped) {
		List<ServerFile> found = new ArrayList<>();
		collect(suffix.isEmpty() ? each -> each.startsWith(tools) : each -> each.equals(tools + "." + suffix), server -> false, found, skipped);
		if (suffix.isEmpty()) {
			found.stream().filter(ServerFile::isOfSubmitter).map(each -> "pid " + each.pid() + " is prun, which submits jobs to another server")
					.forEach(skipped::add);
			found.removeIf(ServerFile::isOfSubmitter);
		}
		return found;
	}

	/**
	 * Searches until a file with an address is found.
	 *
	 * @param uri of a server
	 * @return the live server that announces it, if there is one
	 */
	public Optional<ServerFile> withAddress(String uri) {
		List<ServerFile> found = new ArrayList<>();
		collect(each -> each.startsWith(tools), server -> server.uri().equals(uri), found, new ArrayList<>());
		return found.stream().filter(server -> server.uri().equals(uri)).findFirst();
	}

	/** @return the PMIX_SERVER_INFO_ARRAY of each live server that a file announces, whatever its role */
	public List<Info> descriptions() {
		List<ServerFile> found = new ArrayList<>();
		collect(each -> each.startsWith(PREFIX), server -> false, found, new ArrayList<>());
		List<Info> infos = new ArrayList<>();
		for (ServerFile server : found) {
			try {
				infos.add(server.description());
			} catch (PmixException otherFile) {
				LOG.log(Level.DEBUG, "A file with the name of a server's file has other content", otherFile);
			}
		}
		return infos;
	}

	/**
	 * Collects the servers that files announce; equal addresses count once. Goes down level by level, as the files of most servers lie high,
	 * and other programs have many folders there.
	 *
	 * @param isLast whether the search ends with that server
	 */
	private void collect(Predicate<String> isWanted, Predicate<ServerFile> isLast, List<ServerFile> found, List<String> skipped) {
		List<Path> level = List.of(system);
		for (int depth = 0; depth <= MAX_DEPTH; depth++) {
			boolean isDeepest = depth == MAX_DEPTH;
			List<Path> next = new ArrayList<>();
			Predicate<String> isCandidate = name -> isWanted.test(name) || !isDeepest && name.indexOf('.') != 0;
			for (Path each : level.stream().flatMap(directory -> entries(directory, isCandidate).stream()).toList()) {
				if (isWanted.test(String.valueOf(each.getFileName())) && Files.isRegularFile(each)) {
					Optional<ServerFile> server = announced(each, skipped)
							.filter(live -> found.stream().noneMatch(known -> known.uri().equals(live.uri())));
					server.ifPresent(found::add);
					if (server.filter(isLast).isPresent()) {
						return;
					}
				} else if (!isDeepest && isOwnDirectory(each)) {
					next.add(each);
				}
			}
			level = next;
		}
	}

	private static List<Path> entries(Path directory, Predicate<String> isWanted) {
		try {
			return Entries.of(directory, isWanted);
		} catch (IOException unreadable) {
			return List.of(); // treated as empty: it may be gone, or belong to another user
		}
	}

	private static Optional<ServerFile> announced(Path file, List<String> skipped) {
		try {
			return Optional.of(live(file, ServerOwner.THIS_USER));
		} catch (PmixException unusable) {
			skipped.add(String.valueOf(unusable.getMessage()));
			return Optional.empty();
		}
	}

	/**
	 * Reads the file of a server, which may still run.
	 *
	 * @param file  its path
	 * @param owner the users whose servers are wanted
	 * @return the server
	 * @throws PmixException as for {@link ServerFile#read}, and UNREACH if the server has certainly ended
	 */
	public static ServerFile live(Path file, ServerOwner owner) throws PmixException {
		ServerFile server = ServerFile.read(file, owner);
		Optional<String> ended = server.endReason(owner);
		if (ended.isPresent()) {
			String process = server.pid() == 0 ? "" : "pid " + server.pid() + ": ";
			throw new PmixException(Status.ERR_UNREACH,
					BytePaths.text(file) + " was left behind by a server that has ended (" + process + ended.get() + ")");
		}
		return server;
	}

	/** Directories of other users contain no usable server. */
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
