// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.wire.PeerOptions;

/**
 * How a tool finds its server, how long it waits, and where callbacks run. Immutable.
 *
 * @param server       the server to attach to
 * @param environment  the variables of this process, which may name a server and the directories of servers
 * @param directory    where relative paths start, absolute
 * @param findLimit    how long to wait for a server that has not started yet; zero not to wait
 * @param connectLimit for connecting to a server that was found
 * @param requestLimit for each request that sets no limit of its own
 * @param handlerLimit for each handler of events or output; then the next handler is called
 * @param executor     runs handlers and completes the futures of asynchronous calls; must not run tasks on the submitting thread
 * @param peer         limits for the server
 */
public record ToolOptions(ServerChoice server, Map<String, String> environment, Path directory, Duration findLimit, Duration connectLimit,
		Duration requestLimit, Duration handlerLimit, Executor executor, PeerOptions peer) {
	private static final Duration USUAL = Duration.ofSeconds(30);

	/** @throws IllegalArgumentException if a limit is not positive, or the directory is relative */
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
	 * @param server the server to attach to
	 * @return environment and directory of this process, no wait for a server that does not run, 30 seconds for everything else, virtual
	 *         threads
	 */
	public static ToolOptions of(ServerChoice server) {
		return new ToolOptions(server, OwnProcess.environment(), OwnProcess.directory(), Duration.ZERO, USUAL, USUAL, USUAL,
				Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("pmix-callback").factory()), PeerOptions.DEFAULT);
	}

	/**
	 * @param value the variables of this process
	 * @return a copy with them
	 */
	public ToolOptions withEnvironment(Map<String, String> value) {
		return new ToolOptions(server, value, directory, findLimit, connectLimit, requestLimit, handlerLimit, executor, peer);
	}

	/**
	 * @param value how long to wait for a server that has not started yet
	 * @return a copy with this value
	 */
	public ToolOptions withFindLimit(Duration value) {
		return new ToolOptions(server, environment, directory, value, connectLimit, requestLimit, handlerLimit, executor, peer);
	}

	/**
	 * @param value the limit of requests that set none
	 * @return a copy with this value
	 */
	public ToolOptions withRequestLimit(Duration value) {
		return new ToolOptions(server, environment, directory, findLimit, connectLimit, value, handlerLimit, executor, peer);
	}

	/**
	 * @param value the limit of handlers
	 * @return a copy with this value
	 */
	public ToolOptions withHandlerLimit(Duration value) {
		return new ToolOptions(server, environment, directory, findLimit, connectLimit, requestLimit, value, executor, peer);
	}
}
