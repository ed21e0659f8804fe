// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.wire.PeerOptions;

/**
 * Options of a tool: its server, its time limits, and the executor of callbacks. Immutable.
 *
 * @param server       the server to attach to
 * @param optional     whether the tool opens without a server if that one does not exist
 * @param identity     how the tool introduces itself
 * @param environment  the variables of this process, which may name a server and the directories of servers
 * @param directory    where relative paths start, absolute
 * @param findLimit    the time to wait for a server that has not started yet; zero not to wait
 * @param connectLimit for connecting to a server that was found
 * @param requestLimit default limit of a request
 * @param handlerLimit for each handler of events or output; then the next handler is called
 * @param executor     runs handlers and completes the futures of asynchronous calls; must not run tasks on the submitting thread
 * @param peer         limits for the server
 */
public record ToolOptions(ServerChoice server, boolean optional, ToolIdentity identity, Map<String, String> environment, Path directory,
		Duration findLimit, Duration connectLimit, Duration requestLimit, Duration handlerLimit, Executor executor, PeerOptions peer) {
	private static final Duration USUAL = Duration.ofSeconds(30);

	/**
	 * Requires positive limits and an absolute directory.
	 *
	 * @throws IllegalArgumentException if a limit is not positive, or the directory is relative
	 */
	public ToolOptions {
		if (findLimit.isNegative() || !connectLimit.isPositive() || !requestLimit.isPositive() || !handlerLimit.isPositive()) {
			throw new IllegalArgumentException("limits must be positive: find " + findLimit + ", connect " + connectLimit + ", request "
					+ requestLimit + ", handler " + handlerLimit);
		}
		if (!directory.isAbsolute()) {
			throw new IllegalArgumentException("directory " + directory + " is not absolute");
		}
		environment = Map.copyOf(environment);
	}

	/**
	 * {@return an identity that the server assigns, environment and directory of this process, no wait for a server that does not run, 30
	 * seconds for everything else, virtual threads}
	 *
	 * @param server the server to attach to
	 */
	public static ToolOptions of(ServerChoice server) {
		return new ToolOptions(server, false, ToolIdentity.ASSIGNED, OwnProcess.environment(), OwnProcess.directory(), Duration.ZERO, USUAL,
				USUAL, USUAL, Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("pmix-callback").factory()), PeerOptions.DEFAULT);
	}

	/**
	 * Reads the attributes of PMIx_tool_init and PMIx_tool_attach_to_server. As in the C library, an address comes before a file, that
	 * before system servers in their order, a process id, a namespace, the environment, and a search. A tool that was started by a server has
	 * the identity that its environment names, unless the attributes name one.
	 *
	 * @param infos       the attributes; those that are not about the connection are sent to the server
	 * @param environment the variables of this process
	 * @return the options, otherwise as {@link #of}
	 * @throws PmixException {@code ERR_BAD_PARAM} if a value is of the wrong type, or a name has no rank or a rank no name
	 */
	public static ToolOptions from(Infos infos, Map<String, String> environment) throws PmixException {
		return new ToolOptionsReader(infos, environment).read();
	}

	/**
	 * {@return a copy with them}
	 *
	 * @param value the variables of this process
	 */
	public ToolOptions withEnvironment(Map<String, String> value) {
		return new ToolOptions(server, optional, identity, value, directory, findLimit, connectLimit, requestLimit, handlerLimit, executor,
				peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value whether the tool opens without a server if the chosen one does not exist
	 */
	public ToolOptions withOptional(boolean value) {
		return new ToolOptions(server, value, identity, environment, directory, findLimit, connectLimit, requestLimit, handlerLimit, executor,
				peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value how the tool introduces itself
	 */
	public ToolOptions withIdentity(ToolIdentity value) {
		return new ToolOptions(server, optional, value, environment, directory, findLimit, connectLimit, requestLimit, handlerLimit, executor,
				peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the time to wait for a server that has not started yet
	 */
	public ToolOptions withFindLimit(Duration value) {
		return new ToolOptions(server, optional, identity, environment, directory, value, connectLimit, requestLimit, handlerLimit, executor,
				peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the limit for connecting to a server that was found
	 */
	public ToolOptions withConnectLimit(Duration value) {
		return new ToolOptions(server, optional, identity, environment, directory, findLimit, value, requestLimit, handlerLimit, executor,
				peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the limit of requests that set none
	 */
	public ToolOptions withRequestLimit(Duration value) {
		return new ToolOptions(server, optional, identity, environment, directory, findLimit, connectLimit, value, handlerLimit, executor,
				peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the limit of handlers
	 */
	public ToolOptions withHandlerLimit(Duration value) {
		return new ToolOptions(server, optional, identity, environment, directory, findLimit, connectLimit, requestLimit, value, executor,
				peer);
	}
}
