// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Topology;
import org.pmix4j.wire.Limits;

/**
 * How a server presents itself and what it is willing to do. Immutable; made by {@link #of}, or from the attributes that a host
 * knows from the C library.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces, PMIx_server_init"
 */
public final class ServerOptions {
	static final int BULK_LIMIT = 4 << 20;

	private final ServerValues values;

	private ServerOptions(ServerValues values) {
		this.values = values;
	}

	/**
	 * Returns the options of a launcher on one node: loopback only, five seconds for a hello, 30 for the host's consent, two for a
	 * get, virtual threads for the host.
	 *
	 * @param identity  the server's own name; its namespace must have no dot, because readers of its URI split there
	 * @param hostname  the node's name, as clients shall see it
	 * @param directory where files go, as long as nothing else is said
	 * @return the options
	 * @throws IllegalArgumentException if the namespace is empty or has a dot
	 */
	public static ServerOptions of(Proc identity, String hostname, Path directory) {
		if (identity.nspace().isEmpty() || identity.nspace().indexOf('.') >= 0) {
			throw new IllegalArgumentException("namespace of a server: '" + identity.nspace() + "' must not be empty or have a dot");
		}
		return new ServerOptions(new ServerValues(identity, hostname, directory));
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

	/** @return the server's own name */
	public Proc identity() {
		return values.identity;
	}

	/** @return the node's name, as clients shall see it */
	public String hostname() {
		return values.hostname;
	}

	/** @return where files of this server's clients go, and those that announce it to its user's tools (PMIX_SERVER_TMPDIR) */
	public Path serverDirectory() {
		return values.serverDirectory;
	}

	/** @return where files for all of the node go (PMIX_SYSTEM_TMPDIR) */
	public Path systemDirectory() {
		return values.systemDirectory;
	}

	/** @return where to listen */
	public ListenOptions listen() {
		return values.listen;
	}

	/** @return what it is for others */
	public Set<ServerRole> roles() {
		return values.roles;
	}

	/** @return whether tools of other users may come in, if the host lets them */
	public boolean foreignTools() {
		return values.foreignTools;
	}

	/** @return where to tell its address: "-", "+", a descriptor's number or a file */
	public Optional<String> reportUri() {
		return values.reportUri;
	}

	/** @return one more file to announce it in, which whoever started it has chosen */
	public Optional<Path> launcherFile() {
		return values.launcherFile;
	}

	/** @return whether the host removes the directories that this server had to make (PMIX_TDIR_RMCLEAN) */
	public boolean hostRemovesDirectories() {
		return values.hostRemovesDirectories;
	}

	/** @return when the server has begun, for those who find its files; empty for now */
	public Optional<String> startTime() {
		return values.startTime;
	}

	/** @return the node's hardware, which every job is told of so that its processes need not look themselves */
	public Optional<Topology> sharedTopology() {
		return values.sharedTopology;
	}

	/** @return whether it watches over processes that ask for it (PMIX_SERVER_ENABLE_MONITORING) */
	public boolean monitoring() {
		return values.monitoring;
	}

	/** @return a process that runs already and has started this server for itself (PMIX_SINGLETON) */
	public Optional<Proc> singleton() {
		return values.singleton;
	}

	/** @return whether output that the host delivers goes to the server's own output, too (PMIX_IOF_LOCAL_OUTPUT) */
	public boolean localOutput() {
		return values.localOutput;
	}

	/** @return what to take from peers */
	public Limits limits() {
		return values.limits;
	}

	/** @return how long a peer may take for its hello */
	public Duration handshakeTimeout() {
		return values.handshakeTimeout;
	}

	/** @return how long the host may take to let a process in */
	public Duration admissionTimeout() {
		return values.admissionTimeout;
	}

	/** @return how long a get waits for a local process that has not committed, if the caller names no limit */
	public Duration getTimeout() {
		return values.getTimeout;
	}

	/** @return how long the host may take to answer a call that depends on no other process */
	public Duration hostTimeout() {
		return values.hostTimeout;
	}

	/** @return how many bytes of other processes' data the first get after a fence may bring along; 0 for none */
	public int bulkLimit() {
		return values.bulkLimit;
	}

	/** @return runs the calls to the host, and other work that blocks */
	public Executor executor() {
		return values.executor;
	}

	/**
	 * @param value where files of clients go, and those that announce the server to its user's tools
	 * @return a copy with that
	 */
	public ServerOptions withServerDirectory(Path value) {
		return with(copy -> copy.serverDirectory = value);
	}

	/**
	 * @param value where files for all of the node go
	 * @return a copy with that
	 */
	public ServerOptions withSystemDirectory(Path value) {
		return with(copy -> copy.systemDirectory = value);
	}

	/**
	 * @param value where to listen
	 * @return a copy with that
	 */
	public ServerOptions withListen(ListenOptions value) {
		return with(copy -> copy.listen = value);
	}

	/**
	 * @param value what it is for others
	 * @return a copy with that
	 */
	public ServerOptions withRoles(Collection<ServerRole> value) {
		return with(copy -> copy.roles = value.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(value)));
	}

	/**
	 * @param value whether tools of other users may come in
	 * @return a copy with that
	 */
	public ServerOptions withForeignTools(boolean value) {
		return with(copy -> copy.foreignTools = value);
	}

	/**
	 * @param value where to tell the address: "-" for standard output, "+" for standard error, a descriptor's number, or a file
	 * @return a copy with that
	 */
	public ServerOptions withReportUri(String value) {
		return with(copy -> copy.reportUri = Optional.of(value));
	}

	/**
	 * @param value one more file to announce the server in
	 * @return a copy with that
	 */
	public ServerOptions withLauncherFile(Path value) {
		return with(copy -> copy.launcherFile = Optional.of(value));
	}

	/**
	 * @param value whether the host removes the directories that the server had to make
	 * @return a copy with that
	 */
	public ServerOptions withHostRemovesDirectories(boolean value) {
		return with(copy -> copy.hostRemovesDirectories = value);
	}

	/**
	 * @param value when the server has begun, as ctime(3) writes it
	 * @return a copy with that
	 */
	public ServerOptions withStartTime(String value) {
		return with(copy -> copy.startTime = Optional.of(value.strip()));
	}

	/**
	 * @param value the node's hardware, which every job shall be told of
	 * @return a copy with that
	 */
	public ServerOptions withSharedTopology(Topology value) {
		return with(copy -> copy.sharedTopology = Optional.of(value));
	}

	/**
	 * @param value whether it watches over processes that ask for it
	 * @return a copy with that
	 */
	public ServerOptions withMonitoring(boolean value) {
		return with(copy -> copy.monitoring = value);
	}

	/**
	 * @param value a process that runs already, which may come without being registered
	 * @return a copy with that
	 */
	public ServerOptions withSingleton(Proc value) {
		return with(copy -> copy.singleton = Optional.of(value));
	}

	/**
	 * @param value whether output that the host delivers goes to the server's own output, too
	 * @return a copy with that
	 */
	public ServerOptions withLocalOutput(boolean value) {
		return with(copy -> copy.localOutput = value);
	}

	/**
	 * @param value what to take from peers
	 * @return a copy with that
	 */
	public ServerOptions withLimits(Limits value) {
		return with(copy -> copy.limits = value);
	}

	/**
	 * @param value how long a peer may take for its hello
	 * @return a copy with that
	 */
	public ServerOptions withHandshakeTimeout(Duration value) {
		return with(copy -> copy.handshakeTimeout = value);
	}

	/**
	 * @param value how long the host may take to let a process in
	 * @return a copy with that
	 */
	public ServerOptions withAdmissionTimeout(Duration value) {
		return with(copy -> copy.admissionTimeout = value);
	}

	/**
	 * @param value how long a get waits for a local process that has not committed
	 * @return a copy with that
	 */
	public ServerOptions withGetTimeout(Duration value) {
		return with(copy -> copy.getTimeout = value);
	}

	/**
	 * Limits the wait for the host, which is 15 minutes unless set here; the requester gets TIMEOUT then. Calls that last until other
	 * processes have done something are not limited by it: abort, allocation, connect, disconnect, direct modex, fence, group operations,
	 * job control, lookups that wait, pushed input, session control and spawn. If their requester gives a timeout, they end this long
	 * after it; otherwise they last as long as the requester wants.
	 *
	 * @param value how long the host may take to answer
	 * @return a copy with that
	 */
	public ServerOptions withHostTimeout(Duration value) {
		return with(copy -> copy.hostTimeout = value);
	}

	/**
	 * @param value how many bytes of other processes' data the first get after a fence may bring along; 0 for none
	 * @return a copy with that
	 */
	public ServerOptions withBulkLimit(int value) {
		return with(copy -> copy.bulkLimit = value);
	}

	/**
	 * @param value runs the calls to a host that may block, and the actions that depend on futures of the server
	 * @return a copy with that
	 */
	public ServerOptions withExecutor(Executor value) {
		return with(copy -> copy.executor = value);
	}

	private ServerOptions with(Consumer<ServerValues> change) {
		ServerValues changed = new ServerValues(values);
		change.accept(changed);
		if (!changed.handshakeTimeout.isPositive() || !changed.admissionTimeout.isPositive() || !changed.getTimeout.isPositive()
				|| !changed.hostTimeout.isPositive() || changed.bulkLimit < 0) {
			throw new IllegalArgumentException("limits of time must be positive, the one of bulk data not negative");
		}
		return new ServerOptions(changed);
	}

	/** Virtual threads: who blocks costs nothing. */
	static Executor defaultExecutor() {
		return Executors.newVirtualThreadPerTaskExecutor();
	}
}
