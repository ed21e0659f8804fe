// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Topology;
import org.pmix4j.wire.Limits;

/** The values of {@link ServerOptions}. Written by one thread while options are created, then read-only in a final field of the options. */
final class ServerValues {
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
	Optional<Limits> limits = Optional.empty();
	Duration handshakeTimeout = Duration.ofSeconds(5);
	Duration admissionTimeout = Duration.ofSeconds(30);
	Duration getTimeout = Duration.ofSeconds(2);
	Duration hostTimeout = Duration.ofMinutes(15);
	long memory = Runtime.getRuntime().maxMemory();
	int bulkLimit = ServerOptions.BULK_LIMIT;
	Executor executor;

	ServerValues(Proc identity, String hostname, Path directory) {
		this.identity = identity;
		this.hostname = hostname;
		this.serverDirectory = directory;
		this.systemDirectory = directory;
		this.executor = ServerOptions.defaultExecutor();
	}

	ServerValues(ServerValues other) {
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
		memory = other.memory;
		bulkLimit = other.bulkLimit;
		executor = other.executor;
	}
}
