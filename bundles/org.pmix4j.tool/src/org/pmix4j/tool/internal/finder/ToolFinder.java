// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.internal.finder;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.client.internal.connection.LibraryVersion;
import org.pmix4j.client.internal.connection.ServerContact;
import org.pmix4j.client.internal.connection.ServerFile;
import org.pmix4j.client.internal.connection.ServerFiles;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.handshake.NativeCredential;
import org.pmix4j.wire.internal.handshake.PeerVersion;
import org.pmix4j.wire.internal.handshake.ServerAddress;
import org.pmix4j.wire.internal.handshake.ServerOwner;

/**
 * Finds the server that a tool attaches to, in the order of the C library. Used once, on the thread that opens the tool.
 *
 * @see "OpenPMIx src/mca/ptl/base/ptl_base_connect.c and src/mca/ptl/tool"
 */
public final class ToolFinder implements ServerContact.Finder {
	/** The variables with the address of the server of a rank, the newest release first. */
	private static final List<String> VARIABLES = List.of("PMIX_SERVER_URI61", "PMIX_SERVER_URI51", "PMIX_SERVER_URI41",
			"PMIX_SERVER_URI4", "PMIX_SERVER_URI3");
	/** The most files of other kinds that a message names. */
	private static final int MOST_SKIPPED = 3;
	private static final String ADVICE = "; start one with 'pmix4j server --daemonize'";

	private final ServerChoice choice;
	private final Optional<Proc> self;
	private final Map<String, String> environment;
	private final ToolOptions options;
	private final ServerFiles files;

	/**
	 * @param options of the tool
	 * @param choice  the server to find; not NONE
	 * @param self    the identity of the tool; empty if the server assigns one
	 */
	public ToolFinder(ToolOptions options, ServerChoice choice, Optional<Proc> self) {
		this.options = options;
		this.choice = choice;
		this.self = self;
		environment = options.environment();
		files = new ServerFiles(environment, options.directory());
	}

	/**
	 * @param options of a tool
	 * @return the name of this node, as servers of the node have it
	 */
	public static String hostname(ToolOptions options) {
		return new ServerFiles(options.environment(), options.directory()).hostname();
	}

	@Override
	public ServerContact find() throws PmixException {
		return found(choice);
	}

	/** @return one choice for each server that a search finds, in the order of their processes; a server of the environment is the only one */
	public List<ServerChoice> all() {
		Optional<String> address = ofEnvironment();
		if (address.isPresent()) {
			return List.of(ServerChoice.uri(address.get()));
		}
		return files.search("", new ArrayList<>()).stream().sorted(Comparator.comparingLong(ServerFile::pid))
				.map(server -> server.pid() == 0 ? ServerChoice.uri(server.uri()) : ServerChoice.pid(server.pid())).toList();
	}

	/** Finds a server of this user; one of root only by the role that it has for the whole machine, or by its address. */
	private ServerContact found(ServerChoice wanted) throws PmixException {
		return switch (wanted.kind()) {
			case NONE -> throw new PmixException(Status.ERR_BAD_PARAM, "no server is chosen");
			case ORDER -> first(wanted.order());
			case URI -> at(wanted.text());
			case FILE -> named(wanted.text());
			case SYSTEM -> ofRole("sys", "system server");
			case SCHEDULER -> ofRole("sched", "scheduler");
			case CONTROLLER -> ofRole("sysctrlr", "system controller");
			case PID -> only(wanted.text(), "the process " + wanted.text() + " is not a PMIx server");
			case NSPACE -> only(wanted.text(), "no server has the namespace " + wanted.text());
			case SYSTEM_FIRST -> first(List.of(ServerChoice.SYSTEM, ServerChoice.ANY));
			case SEARCH -> any();
		};
	}

	/** Returns the first server of this user that exists. A failure for another reason ends the search. */
	private ServerContact first(List<ServerChoice> order) throws PmixException {
		List<String> missing = new ArrayList<>();
		for (ServerChoice next : order) {
			try {
				return found(next);
			} catch (PmixException failure) {
				if (!failure.status().equals(Status.ERR_UNREACH) && !failure.status().equals(Status.ERR_NO_PERMISSIONS)) {
					throw failure;
				}
				missing.add(String.valueOf(failure.getMessage()));
			}
		}
		throw new PmixException(Status.ERR_UNREACH, missing.isEmpty() ? "no server is chosen" : String.join("; ", missing));
	}

	private ServerContact named(String path) throws PmixException {
		try {
			return live(options.directory().resolve(BytePaths.of(path)), ServerOwner.THIS_USER);
		} catch (InvalidPathException invalid) {
			throw new PmixException(Status.ERR_BAD_PARAM, "'" + path + "' is not the name of a file", invalid);
		}
	}

	private ServerContact ofRole(String role, String name) throws PmixException {
		try {
			return live(files.ofRole(role), ServerOwner.THIS_USER_OR_ROOT);
		} catch (PmixException missing) {
			// a file of the same name that no server has written does not stop a search
			throw missing.status().equals(Status.ERR_UNREACH) || missing.status().equals(Status.ERR_BAD_PARAM)
					? new PmixException(Status.ERR_UNREACH, "no " + name + " runs on this machine: " + missing.getMessage(), missing)
					: missing;
		}
	}

	private ServerContact live(Path file, ServerOwner owner) throws PmixException {
		return contact(ServerFiles.live(file, owner), owner);
	}

	private ServerContact any() throws PmixException {
		Optional<String> address = ofEnvironment();
		if (address.isEmpty()) {
			return only("", "no server of this user runs");
		}
		return at(address.get());
	}

	/** Returns the server with an address; its release is read from the environment or a file on this machine. */
	private ServerContact at(String uri) throws PmixException {
		String version = ofEnvironment().filter(uri::equals).isPresent() ? environment.getOrDefault("PMIX_VERSION", "") : "";
		ServerFile server = !version.isEmpty() ? new ServerFile(uri, PeerVersion.parse(version))
				: files.withAddress(uri).orElseGet(() -> new ServerFile(uri, ServerFile.UNKNOWN));
		return contact(server, ServerOwner.THIS_USER_OR_ROOT);
	}

	/** Returns the address of the server of a rank, if this process has been started by one. */
	private Optional<String> ofEnvironment() {
		return VARIABLES.stream().map(variable -> environment.getOrDefault(variable, "")).filter(uri -> !uri.isEmpty()).findFirst();
	}

	private ServerContact only(String suffix, String missing) throws PmixException {
		List<String> skipped = new ArrayList<>();
		List<ServerFile> found = files.search(suffix, skipped);
		if (found.isEmpty()) {
			String others = skipped.isEmpty() ? ""
					: "; " + String.join("; ", skipped.subList(0, Math.min(MOST_SKIPPED, skipped.size())))
							+ (skipped.size() > MOST_SKIPPED ? "; and " + (skipped.size() - MOST_SKIPPED) + " more such files" : "");
			throw new PmixException(Status.ERR_UNREACH,
					missing + " (no file announces it below " + BytePaths.text(files.system()) + others + ")" + ADVICE);
		}
		if (found.size() > 1) {
			throw new PmixException(Status.ERR_BAD_PARAM, found.size() + " servers run (pid "
					+ String.join(", ", found.stream().map(server -> Long.toString(server.pid())).sorted().toList()) + "); choose one by its pid");
		}
		return contact(found.get(0), ServerOwner.THIS_USER);
	}

	private ServerContact contact(ServerFile server, ServerOwner owner) throws PmixException {
		LibraryVersion.requireSupported(server.version(), "tool");
		try {
			ServerAddress uri = ServerAddress.parse(server.uri());
			Encoding encoding = new Encoding(server.version().newestDialect(), false, server.version().packsUntypedArraysAs7());
			return new ServerContact(self, uri.server(), uri.address(), server.version(), encoding, NativeCredential.NATIVE,
					files.hostname(), owner);
		} catch (IllegalArgumentException malformed) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the address of the server is malformed; expected: " + ServerAddress.FORM, malformed);
		}
	}
}
