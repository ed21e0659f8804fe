// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.options;

import java.nio.file.Path;
import java.util.List;

import org.pmix4j.model.bytes.BytePaths;

/**
 * The server that a tool attaches to. Immutable.
 *
 * @param kind  the way to find it
 * @param text  address, path, process id or namespace; empty for the other kinds
 * @param order the servers to look for, one after the other; empty unless the kind is ORDER
 * @see "PMIx Standard, chapter Tools and Debuggers, PMIx_tool_init and its attributes"
 */
public record ServerChoice(Kind kind, String text, List<ServerChoice> order) {
	/** No server. The tool attaches to one later, or forks processes itself (PMIX_TOOL_DO_NOT_CONNECT). */
	public static final ServerChoice NONE = new ServerChoice(Kind.NONE, "");
	/** The only server that this user can reach: the environment's, else the one that a search finds. */
	public static final ServerChoice ANY = new ServerChoice(Kind.SEARCH, "");
	/** The system server of this machine. */
	public static final ServerChoice SYSTEM = new ServerChoice(Kind.SYSTEM, "");
	/** The system server of this machine; as {@link #ANY} if there is none. */
	public static final ServerChoice SYSTEM_FIRST = new ServerChoice(Kind.SYSTEM_FIRST, "");
	/** The server of the scheduler. */
	public static final ServerChoice SCHEDULER = new ServerChoice(Kind.SCHEDULER, "");
	/** The server of the system controller. */
	public static final ServerChoice CONTROLLER = new ServerChoice(Kind.CONTROLLER, "");

	private static final String FILE = "file:";
	/** The most digits that a process id has. */
	private static final int PID_LENGTH = 10;

	/** The way to find a server. */
	public enum Kind {
		/** No server. */
		NONE,
		/** By its address. */
		URI,
		/** By the file that announces it. */
		FILE,
		/** By its process id. */
		PID,
		/** By its namespace. */
		NSPACE,
		/** By the file of the system server. */
		SYSTEM,
		/** By the file of the system server, else by a search. */
		SYSTEM_FIRST,
		/** By the file of the scheduler. */
		SCHEDULER,
		/** By the file of the system controller. */
		CONTROLLER,
		/** By the environment, else by a search for files of servers. */
		SEARCH,
		/** By several choices, of which the first that exists counts. */
		ORDER
	}

	/** Copies the list. */
	public ServerChoice {
		order = List.copyOf(order);
	}

	private ServerChoice(Kind kind, String text) {
		this(kind, text, List.of());
	}

	/**
	 * {@return the first of them that exists (PMIX_CONNECTION_ORDER)}
	 *
	 * @param choices the servers to look for
	 */
	public static ServerChoice firstOf(ServerChoice... choices) {
		return new ServerChoice(Kind.ORDER, "", List.of(choices));
	}

	/**
	 * {@return the server that a user names}
	 *
	 * @param text an address (name and rank, a semicolon, tcp4://address:port), {@code file:} and the path of a file that holds it or an
	 *             absolute path alone, a process id, or a namespace; empty for the only server of the user
	 */
	public static ServerChoice named(String text) {
		if (text.isEmpty()) {
			return ANY;
		}
		if (text.startsWith(FILE) || text.indexOf(';') > 0) {
			return uri(text);
		}
		if (text.startsWith("/")) {
			return new ServerChoice(Kind.FILE, text);
		}
		boolean isPid = text.length() <= PID_LENGTH && text.chars().allMatch(each -> each >= '0' && each <= '9');
		return isPid ? pid(Long.parseLong(text)) : nspace(text);
	}

	/**
	 * {@return the server with that address}
	 *
	 * @param uri the address as a server reports it, or {@code file:} and the path of a file that holds it
	 */
	public static ServerChoice uri(String uri) {
		return uri.startsWith(FILE) ? new ServerChoice(Kind.FILE, uri.substring(FILE.length())) : new ServerChoice(Kind.URI, uri);
	}

	/**
	 * {@return that server}
	 *
	 * @param path a file to which a server has written its address
	 */
	public static ServerChoice file(Path path) {
		return new ServerChoice(Kind.FILE, BytePaths.text(path));
	}

	/**
	 * {@return that server}
	 *
	 * @param pid the process id of a server
	 */
	public static ServerChoice pid(long pid) {
		return new ServerChoice(Kind.PID, Long.toString(pid));
	}

	/**
	 * {@return that server}
	 *
	 * @param nspace the namespace of a server
	 */
	public static ServerChoice nspace(String nspace) {
		return new ServerChoice(Kind.NSPACE, nspace);
	}
}
