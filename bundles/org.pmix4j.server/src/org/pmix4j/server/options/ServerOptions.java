// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Topology;
import org.pmix4j.wire.Limits;

/**
 * How a server presents itself and what it is willing to do. Immutable; made by {@link #builder}, or of the attributes that a host
 * knows from the C library.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, PMIx_server_init"
 */
public final class ServerOptions {
	static final int BULK_LIMIT = 4 << 20;

	private final ServerOptionsBuilder from;

	ServerOptions(ServerOptionsBuilder from) {
		this.from = from;
	}

	/**
	 * What a launcher on one node wants: loopback, five seconds for a hello, 30 for the host's consent, two for a get, virtual
	 * threads for the host.
	 *
	 * @param identity  the server's own name
	 * @param hostname  the node's name
	 * @param directory where files go
	 * @return the options
	 */
	public static ServerOptions local(Proc identity, String hostname, Path directory) {
		return builder(identity, hostname, directory).build();
	}

	/**
	 * @param identity  the server's own name; its namespace must have no dot, because readers of its URI split there
	 * @param hostname  the node's name, as clients shall see it
	 * @param directory where files go, as long as nothing else is said
	 * @return a builder with the options of {@link #local}
	 */
	public static ServerOptionsBuilder builder(Proc identity, String hostname, Path directory) {
		return new ServerOptionsBuilder(identity, hostname, directory);
	}

	/**
	 * What the attributes of PMIx_server_init say; what they do not say comes from the environment, as in the C library: the name from
	 * PMIX_SERVER_NAMESPACE and PMIX_SERVER_RANK, the host's from PMIX_HOSTNAME, directories from PMIX_SERVER_TMPDIR and
	 * PMIX_SYSTEM_TMPDIR, else TMPDIR, TEMP, TMP, else /tmp.
	 *
	 * @param infos       the attributes
	 * @param environment variables
	 * @return the options
	 * @throws PmixException NOT_SUPPORTED if an attribute that is required means nothing here, BAD_PARAM if a value is of no use; the
	 *                       message names the attribute
	 */
	public static ServerOptions from(Infos infos, Map<String, String> environment) throws PmixException {
		return new ServerOptionsReader(infos, environment).read();
	}

	/** @return a builder with these options */
	public ServerOptionsBuilder toBuilder() {
		return new ServerOptionsBuilder(from);
	}

	/** @return the server's own name */
	public Proc identity() {
		return from.identity;
	}

	/** @return the node's name, as clients shall see it */
	public String hostname() {
		return from.hostname;
	}

	/** @return where files of this server's clients go, and those that announce it to its user's tools (PMIX_SERVER_TMPDIR) */
	public Path serverDirectory() {
		return from.serverDirectory;
	}

	/** @return where files for all of the node go (PMIX_SYSTEM_TMPDIR) */
	public Path systemDirectory() {
		return from.systemDirectory;
	}

	/** @return where to listen */
	public ListenOptions listen() {
		return from.listen;
	}

	/** @return what it is for others */
	public Set<ServerRole> roles() {
		return from.roles;
	}

	/** @return whether tools of other users may come in, if the host lets them */
	public boolean foreignTools() {
		return from.foreignTools;
	}

	/** @return where to tell its address: "-", "+", a descriptor's number or a file */
	public Optional<String> reportUri() {
		return from.reportUri;
	}

	/** @return one more file to announce it in, which whoever started it has chosen */
	public Optional<Path> launcherFile() {
		return from.launcherFile;
	}

	/** @return whether the host removes the directories that this server had to make (PMIX_TDIR_RMCLEAN) */
	public boolean hostRemovesDirectories() {
		return from.hostRemovesDirectories;
	}

	/** @return when the server has begun, for those who find its files; empty for now */
	public Optional<String> startTime() {
		return from.startTime;
	}

	/** @return the node's hardware, which every job is told of so that its processes need not look themselves */
	public Optional<Topology> sharedTopology() {
		return from.sharedTopology;
	}

	/** @return whether it watches over processes that ask for it (PMIX_SERVER_ENABLE_MONITORING) */
	public boolean monitoring() {
		return from.monitoring;
	}

	/** @return a process that runs already and has started this server for itself (PMIX_SINGLETON) */
	public Optional<Proc> singleton() {
		return from.singleton;
	}

	/** @return whether output that the host delivers goes to the server's own output, too (PMIX_IOF_LOCAL_OUTPUT) */
	public boolean localOutput() {
		return from.localOutput;
	}

	/** @return what to take from peers */
	public Limits limits() {
		return from.limits;
	}

	/** @return how long a peer may take for its hello */
	public Duration handshakeTimeout() {
		return from.handshakeTimeout;
	}

	/** @return how long the host may take to let a process in */
	public Duration admissionTimeout() {
		return from.admissionTimeout;
	}

	/** @return how long a get waits for a local process that has not committed, if the caller names no limit */
	public Duration getTimeout() {
		return from.getTimeout;
	}

	/** @return how long the host may take to answer a call that depends on no other process */
	public Duration hostTimeout() {
		return from.hostTimeout;
	}

	/** @return how many bytes of other processes' data the first get after a fence may bring along; 0 for none */
	public int bulkLimit() {
		return from.bulkLimit;
	}

	/** @return runs the calls to the host, and other work that blocks */
	public Executor executor() {
		return from.executor;
	}

	/** Virtual threads: who blocks costs nothing. */
	static Executor defaultExecutor() {
		return Executors.newVirtualThreadPerTaskExecutor();
	}
}
