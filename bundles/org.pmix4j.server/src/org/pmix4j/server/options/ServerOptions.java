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
 * Configuration of a server. Immutable; created by {@link #of}, or by {@link #from} from attributes of the C library.
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
	 * Returns the options of a launcher on one node: loopback only, five seconds for a hello, 30 for the host's approval of a client, two
	 * for a get, virtual threads for calls to the host.
	 *
	 * @param identity  identity of the server; its namespace must not contain a dot, at which readers of its URI split
	 * @param hostname  name of the node for clients
	 * @param directory default directory for files
	 * @return the options
	 * @throws IllegalArgumentException if the namespace is empty or contains a dot
	 */
	public static ServerOptions of(Proc identity, String hostname, Path directory) {
		if (identity.nspace().isEmpty() || identity.nspace().indexOf('.') >= 0) {
			throw new IllegalArgumentException("the server's namespace '" + identity.nspace() + "' must not be empty or contain a dot");
		}
		return new ServerOptions(new ServerValues(identity, hostname, directory));
	}

	/**
	 * Reads the attributes of PMIx_server_init. As in the C library, missing ones are replaced by environment variables: the identity by
	 * PMIX_SERVER_NAMESPACE and PMIX_SERVER_RANK, the host name by PMIX_HOSTNAME, and directories by PMIX_SERVER_TMPDIR and
	 * PMIX_SYSTEM_TMPDIR, otherwise TMPDIR, TEMP, TMP, or /tmp. An attribute without effect that is not required is logged as a warning.
	 *
	 * @param infos       the attributes
	 * @param environment environment variables
	 * @return the options
	 * @throws PmixException NOT_SUPPORTED if a required attribute has no effect here, BAD_PARAM if a value is invalid; the message names
	 *                       the attribute
	 */
	public static ServerOptions from(Infos infos, Map<String, String> environment) throws PmixException {
		return new ServerOptionsReader(infos, environment).read();
	}

	/** {@return the identity of the server} */
	public Proc identity() {
		return values.identity;
	}

	/** {@return the name of the node for clients} */
	public String hostname() {
		return values.hostname;
	}

	/** {@return the directory for files of this server's clients, and for those that announce it to its user's tools (PMIX_SERVER_TMPDIR)} */
	public Path serverDirectory() {
		return values.serverDirectory;
	}

	/** {@return the directory for files of the whole node (PMIX_SYSTEM_TMPDIR)} */
	public Path systemDirectory() {
		return values.systemDirectory;
	}

	/** {@return the addresses and ports on which it listens} */
	public ListenOptions listen() {
		return values.listen;
	}

	/** {@return the roles of the server} */
	public Set<ServerRole> roles() {
		return values.roles;
	}

	/** {@return whether tools of other users may connect if the host accepts them} */
	public boolean foreignTools() {
		return values.foreignTools;
	}

	/** {@return the place to report the server's address to: "-", "+", the number of a file descriptor, or a file} */
	public Optional<String> reportUri() {
		return values.reportUri;
	}

	/** {@return an additional file in which to announce the server, chosen by the program that started it} */
	public Optional<Path> launcherFile() {
		return values.launcherFile;
	}

	/** {@return whether the host removes the directories that this server created (PMIX_TDIR_RMCLEAN)} */
	public boolean hostRemovesDirectories() {
		return values.hostRemovesDirectories;
	}

	/** {@return the start time to write into the server's files; empty for the current time} */
	public Optional<String> startTime() {
		return values.startTime;
	}

	/** {@return the node's hardware, added to the data of every job so that its processes need not discover it} */
	public Optional<Topology> sharedTopology() {
		return values.sharedTopology;
	}

	/** {@return whether the server monitors processes on request (PMIX_SERVER_ENABLE_MONITORING)} */
	public boolean monitoring() {
		return values.monitoring;
	}

	/** {@return a running process that has started this server for itself (PMIX_SINGLETON)} */
	public Optional<Proc> singleton() {
		return values.singleton;
	}

	/** {@return whether output that the host delivers is also printed by the server (PMIX_IOF_LOCAL_OUTPUT)} */
	public boolean localOutput() {
		return values.localOutput;
	}

	/** {@return the limits for messages of peers; by default those that suit the memory} */
	public Limits limits() {
		return values.limits.orElseGet(() -> Limits.of(values.memory));
	}

	/** {@return the memory of which the shares of peers are computed, in bytes; see {@link MemoryShare}} */
	public long memory() {
		return values.memory;
	}

	/** {@return the time within which a peer must send its hello} */
	public Duration handshakeTimeout() {
		return values.handshakeTimeout;
	}

	/** {@return the time within which the host must accept a process} */
	public Duration admissionTimeout() {
		return values.admissionTimeout;
	}

	/** {@return the time that a get without a timeout waits for a local process that has not committed} */
	public Duration getTimeout() {
		return values.getTimeout;
	}

	/** {@return the time within which the host must answer a call that depends on no other process} */
	public Duration hostTimeout() {
		return values.hostTimeout;
	}

	/** {@return the maximum number of bytes of other processes' data in the reply to the first get after a fence; 0 for none} */
	public int bulkLimit() {
		return values.bulkLimit;
	}

	/** {@return the executor for calls to the host and other blocking work} */
	public Executor executor() {
		return values.executor;
	}

	/**
	 * {@return a copy with that directory}
	 *
	 * @param value directory for files of clients, and for those that announce the server to its user's tools
	 */
	public ServerOptions withServerDirectory(Path value) {
		return with(copy -> copy.serverDirectory = value);
	}

	/**
	 * {@return a copy with that directory}
	 *
	 * @param value directory for files of the whole node
	 */
	public ServerOptions withSystemDirectory(Path value) {
		return with(copy -> copy.systemDirectory = value);
	}

	/**
	 * {@return a copy with these addresses and ports}
	 *
	 * @param value addresses and ports on which to listen
	 */
	public ServerOptions withListen(ListenOptions value) {
		return with(copy -> copy.listen = value);
	}

	/**
	 * {@return a copy with these roles}
	 *
	 * @param value roles of the server
	 */
	public ServerOptions withRoles(Collection<ServerRole> value) {
		return with(copy -> copy.roles = value.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(value)));
	}

	/**
	 * {@return a copy with that setting}
	 *
	 * @param value whether tools of other users may connect
	 */
	public ServerOptions withForeignTools(boolean value) {
		return with(copy -> copy.foreignTools = value);
	}

	/**
	 * {@return a copy with that target}
	 *
	 * @param value the place to report the address to: "-" for standard output, "+" for standard error, the number of a file descriptor, or a
	 *              file
	 */
	public ServerOptions withReportUri(String value) {
		return with(copy -> copy.reportUri = Optional.of(value));
	}

	/**
	 * {@return a copy with that file}
	 *
	 * @param value additional file in which to announce the server
	 */
	public ServerOptions withLauncherFile(Path value) {
		return with(copy -> copy.launcherFile = Optional.of(value));
	}

	/**
	 * {@return a copy with that setting}
	 *
	 * @param value whether the host removes the directories that the server created
	 */
	public ServerOptions withHostRemovesDirectories(boolean value) {
		return with(copy -> copy.hostRemovesDirectories = value);
	}

	/**
	 * {@return a copy with that time}
	 *
	 * @param value start time in the form of ctime(3)
	 */
	public ServerOptions withStartTime(String value) {
		return with(copy -> copy.startTime = Optional.of(value.strip()));
	}

	/**
	 * {@return a copy with that hardware}
	 *
	 * @param value the node's hardware, added to the data of every job
	 */
	public ServerOptions withSharedTopology(Topology value) {
		return with(copy -> copy.sharedTopology = Optional.of(value));
	}

	/**
	 * {@return a copy with that setting}
	 *
	 * @param value whether the server monitors processes on request
	 */
	public ServerOptions withMonitoring(boolean value) {
		return with(copy -> copy.monitoring = value);
	}

	/**
	 * {@return a copy with that process}
	 *
	 * @param value a running process, which may connect without being registered
	 */
	public ServerOptions withSingleton(Proc value) {
		return with(copy -> copy.singleton = Optional.of(value));
	}

	/**
	 * {@return a copy with that setting}
	 *
	 * @param value whether output that the host delivers is also printed by the server
	 */
	public ServerOptions withLocalOutput(boolean value) {
		return with(copy -> copy.localOutput = value);
	}

	/**
	 * {@return a copy with these limits}
	 *
	 * @param value limits for messages of peers
	 */
	public ServerOptions withLimits(Limits value) {
		return with(copy -> copy.limits = Optional.of(value));
	}

	/**
	 * {@return a copy with that limit}
	 *
	 * @param bytes longest message of a peer; a longer one is answered with OUT_OF_RESOURCE
	 */
	public ServerOptions withMaxMessage(int bytes) {
		return withLimits(limits().withMaxFrame(bytes));
	}

	/**
	 * {@return a copy with that number}
	 *
	 * @param value memory of which the shares of peers are computed, in bytes; by default the largest heap of this JVM
	 */
	public ServerOptions withMemory(long value) {
		return with(copy -> copy.memory = value);
	}

	/**
	 * {@return a copy with that time}
	 *
	 * @param value time within which a peer must send its hello
	 */
	public ServerOptions withHandshakeTimeout(Duration value) {
		return with(copy -> copy.handshakeTimeout = value);
	}

	/**
	 * {@return a copy with that time}
	 *
	 * @param value time within which the host must accept a process
	 */
	public ServerOptions withAdmissionTimeout(Duration value) {
		return with(copy -> copy.admissionTimeout = value);
	}

	/**
	 * {@return a copy with that time}
	 *
	 * @param value time that a get without a timeout waits for a local process that has not committed
	 */
	public ServerOptions withGetTimeout(Duration value) {
		return with(copy -> copy.getTimeout = value);
	}

	/**
	 * Limits the wait for the host's answer, by default to 15 minutes; after that the requester receives TIMEOUT. The limit does not apply
	 * to calls that last until other processes act: abort, allocation, connect, disconnect, direct modex, fence, group operations, job
	 * control, waiting lookups, pushed input, session control and spawn. Such a call ends when its last requester has disconnected, and
	 * this long after the timeout that the requester gives, if any.
	 *
	 * @param value time within which the host must answer
	 * @return a copy with that time
	 */
	public ServerOptions withHostTimeout(Duration value) {
		return with(copy -> copy.hostTimeout = value);
	}

	/**
	 * {@return a copy with that number}
	 *
	 * @param value maximum number of bytes of other processes' data in the reply to the first get after a fence; 0 for none
	 */
	public ServerOptions withBulkLimit(int value) {
		return with(copy -> copy.bulkLimit = value);
	}

	/**
	 * {@return a copy with that executor}
	 *
	 * @param value executor for calls to a host that may block, and for actions that depend on futures of the server
	 */
	public ServerOptions withExecutor(Executor value) {
		return with(copy -> copy.executor = value);
	}

	private ServerOptions with(Consumer<ServerValues> change) {
		ServerValues changed = new ServerValues(values);
		change.accept(changed);
		if (!changed.handshakeTimeout.isPositive() || !changed.admissionTimeout.isPositive() || !changed.getTimeout.isPositive()
				|| !changed.hostTimeout.isPositive() || changed.bulkLimit < 0 || changed.memory <= 0) {
			throw new IllegalArgumentException("time limits and memory must be positive and the bulk limit must not be negative");
		}
		return new ServerOptions(changed);
	}

	/** Returns virtual threads, which may block at no cost. */
	static Executor defaultExecutor() {
		return Executors.newVirtualThreadPerTaskExecutor();
	}
}
