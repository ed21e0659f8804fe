// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;

import org.pmix4j.model.Proc;
import org.pmix4j.model.Topology;
import org.pmix4j.wire.Limits;

/** Puts {@link ServerOptions} together. Of one thread; may be used again after {@link #build}. */
public final class ServerOptionsBuilder {
	Proc identity;
	String hostname;
	Path serverDirectory;
	Path systemDirectory;
	ListenOptions listen = ListenOptions.LOCAL;
	Set<ServerRole> roles = Set.of();
	boolean foreignTools;
	Optional<String> reportUri = Optional.empty();
	Optional<Path> launcherFile = Optional.empty();
	boolean hostRemovesDirectories;
	Optional<String> startTime = Optional.empty();
	Optional<Topology> sharedTopology = Optional.empty();
	boolean monitoring = true;
	Optional<Proc> singleton = Optional.empty();
	boolean localOutput;
	Limits limits = Limits.DEFAULT;
	Duration handshakeTimeout = Duration.ofSeconds(5);
	Duration admissionTimeout = Duration.ofSeconds(30);
	Duration getTimeout = Duration.ofSeconds(2);
	Duration hostTimeout = Duration.ofMinutes(15);
	int bulkLimit = ServerOptions.BULK_LIMIT;
	Executor executor;

	ServerOptionsBuilder(Proc identity, String hostname, Path directory) {
		this.identity = identity;
		this.hostname = hostname;
		this.serverDirectory = directory;
		this.systemDirectory = directory;
		this.executor = ServerOptions.defaultExecutor();
	}

	ServerOptionsBuilder(ServerOptionsBuilder other) {
		identity = other.identity;
		hostname = other.hostname;
		serverDirectory = other.serverDirectory;
		systemDirectory = other.systemDirectory;
		listen = other.listen;
		roles = other.roles;
		foreignTools = other.foreignTools;
		reportUri = other.reportUri;
		launcherFile = other.launcherFile;
		hostRemovesDirectories = other.hostRemovesDirectories;
		startTime = other.startTime;
		sharedTopology = other.sharedTopology;
		monitoring = other.monitoring;
		singleton = other.singleton;
		localOutput = other.localOutput;
		limits = other.limits;
		handshakeTimeout = other.handshakeTimeout;
		admissionTimeout = other.admissionTimeout;
		getTimeout = other.getTimeout;
		hostTimeout = other.hostTimeout;
		bulkLimit = other.bulkLimit;
		executor = other.executor;
	}

	/**
	 * @return the options
	 * @throws IllegalArgumentException if the namespace is empty or has a dot, or a limit is not positive
	 */
	public ServerOptions build() {
		if (identity.nspace().isEmpty() || identity.nspace().indexOf('.') >= 0) {
			throw new IllegalArgumentException("namespace of a server: '" + identity.nspace() + "' must not be empty or have a dot");
		}
		if (!handshakeTimeout.isPositive() || !admissionTimeout.isPositive() || !getTimeout.isPositive() || !hostTimeout.isPositive()
				|| bulkLimit < 0) {
			throw new IllegalArgumentException("limits of time must be positive, the one of bulk data not negative");
		}
		return new ServerOptions(new ServerOptionsBuilder(this));
	}

	/**
	 * @param value where files of clients go, and those that announce the server to its user's tools
	 * @return this
	 */
	public ServerOptionsBuilder serverDirectory(Path value) {
		serverDirectory = value;
		return this;
	}

	/**
	 * @param value where files for all of the node go
	 * @return this
	 */
	public ServerOptionsBuilder systemDirectory(Path value) {
		systemDirectory = value;
		return this;
	}

	/**
	 * @param value where to listen
	 * @return this
	 */
	public ServerOptionsBuilder listen(ListenOptions value) {
		listen = value;
		return this;
	}

	/**
	 * @param value what it is for others
	 * @return this
	 */
	public ServerOptionsBuilder roles(Collection<ServerRole> value) {
		roles = value.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(value));
		return this;
	}

	/**
	 * @param value whether tools of other users may come in
	 * @return this
	 */
	public ServerOptionsBuilder foreignTools(boolean value) {
		foreignTools = value;
		return this;
	}

	/**
	 * @param value where to tell the address: "-" for standard output, "+" for standard error, a descriptor's number, or a file
	 * @return this
	 */
	public ServerOptionsBuilder reportUri(String value) {
		reportUri = Optional.of(value);
		return this;
	}

	/**
	 * @param value one more file to announce the server in
	 * @return this
	 */
	public ServerOptionsBuilder launcherFile(Path value) {
		launcherFile = Optional.of(value);
		return this;
	}

	/**
	 * @param value whether the host removes the directories that the server had to make
	 * @return this
	 */
	public ServerOptionsBuilder hostRemovesDirectories(boolean value) {
		hostRemovesDirectories = value;
		return this;
	}

	/**
	 * @param value when the server has begun, as ctime(3) writes it
	 * @return this
	 */
	public ServerOptionsBuilder startTime(String value) {
		startTime = Optional.of(value.strip());
		return this;
	}

	/**
	 * @param value the node's hardware, which every job shall be told of
	 * @return this
	 */
	public ServerOptionsBuilder sharedTopology(Topology value) {
		sharedTopology = Optional.of(value);
		return this;
	}

	/**
	 * @param value whether it watches over processes that ask for it
	 * @return this
	 */
	public ServerOptionsBuilder monitoring(boolean value) {
		monitoring = value;
		return this;
	}

	/**
	 * @param value a process that runs already, which may come without being registered
	 * @return this
	 */
	public ServerOptionsBuilder singleton(Proc value) {
		singleton = Optional.of(value);
		return this;
	}

	/**
	 * @param value whether output that the host delivers goes to the server's own output, too
	 * @return this
	 */
	public ServerOptionsBuilder localOutput(boolean value) {
		localOutput = value;
		return this;
	}

	/**
	 * @param value what to take from peers
	 * @return this
	 */
	public ServerOptionsBuilder limits(Limits value) {
		limits = value;
		return this;
	}

	/**
	 * @param value how long a peer may take for its hello
	 * @return this
	 */
	public ServerOptionsBuilder handshakeTimeout(Duration value) {
		handshakeTimeout = value;
		return this;
	}

	/**
	 * @param value how long the host may take to let a process in
	 * @return this
	 */
	public ServerOptionsBuilder admissionTimeout(Duration value) {
		admissionTimeout = value;
		return this;
	}

	/**
	 * @param value how long a get waits for a local process that has not committed
	 * @return this
	 */
	public ServerOptionsBuilder getTimeout(Duration value) {
		getTimeout = value;
		return this;
	}

	/**
	 * Limits the wait for the host, which is 15 minutes unless set here; the requester gets TIMEOUT then. Calls that last until other
	 * processes have done something are not limited by it: abort, allocation, connect, disconnect, direct modex, fence, group operations,
	 * job control, lookups that wait, pushed input, session control and spawn. If their requester gives a timeout, they end this long
	 * after it; otherwise they last as long as the requester wants.
	 *
	 * @param value how long the host may take to answer
	 * @return this
	 */
	public ServerOptionsBuilder hostTimeout(Duration value) {
		hostTimeout = value;
		return this;
	}

	/**
	 * @param value how many bytes of other processes' data the first get after a fence may bring along; 0 for none
	 * @return this
	 */
	public ServerOptionsBuilder bulkLimit(int value) {
		bulkLimit = value;
		return this;
	}

	/**
	 * @param value runs the calls to the host
	 * @return this
	 */
	public ServerOptionsBuilder executor(Executor value) {
		executor = value;
		return this;
	}
}
