// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.StoredValue;
import org.pmix4j.server.internal.core.ServerCore;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.KernelSocketTable;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.LoopServer;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.server.spi.PmixHost;

/**
 * A PMIx server. Processes that find its address in their environment connect to it, exchange data, synchronize and raise events. It serves
 * unmodified programs linked with OpenPMIx 2.1 to 7.0. The embedding program starts the processes; the bundle org.pmix4j.host contains one.
 *
 * <p>All methods except {@link #open} and {@link #close} may be called from any thread and return immediately. Returned futures follow the
 * {@linkplain org.pmix4j.model contract of futures}: actions that depend on them may block and may call {@link #close}.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces"
 */
public final class PmixServer implements AutoCloseable {
	private final ServerCore core;

	private PmixServer(ServerCore core) {
		this.core = core;
	}

	/**
	 * Starts a server (C: PMIx_server_init).
	 *
	 * @param options configuration of the server
	 * @param host    answers requests beyond the server; {@link PmixHost#NONE} if there is none
	 * @return the server, which accepts connections
	 * @throws PmixException if it cannot listen on the configured addresses; EXISTS if another server, named in the message, has the same
	 *                       role on this machine
	 */
	public static PmixServer open(ServerOptions options, PmixHost host) throws PmixException {
		return open(options, host, new KernelSocketTable());
	}

	/**
	 * Starts a server that identifies connecting users in another way, for instance by asking the kernel for a single socket.
	 *
	 * @param options configuration of the server
	 * @param host    answers requests beyond the server; {@link PmixHost#NONE} if there is none
	 * @param users   identifies connecting users
	 * @return the server, which accepts connections
	 * @throws PmixException if it cannot listen on the configured addresses; EXISTS if another server, named in the message, has the same role
	 *                       on this machine
	 */
	public static PmixServer open(ServerOptions options, PmixHost host, PeerUsers users) throws PmixException {
		return new PmixServer(ServerCore.open(options, host, users));
	}

	/** {@return this server as seen by its {@link LoopHost}, with futures that complete on the loop} */
	public LoopServer onLoop() {
		return core;
	}

	private <T> CompletableFuture<T> async(CompletableFuture<T> future) {
		return core.async(future);
	}

	/** {@return the identity of the server} */
	public Proc identity() {
		return core.identity();
	}

	/** {@return the address for clients: namespace and rank, a semicolon, tcp4://address:port} */
	public String uri() {
		return core.uri();
	}

	/**
	 * Registers a job (C: PMIx_server_register_nspace), before its first process is started. Registering a job again adds data and replaces
	 * values of the same keys; connected processes see new data when they request keys that they do not have.
	 *
	 * @param nspace     name of the job
	 * @param localProcs number of its processes that will be clients of this server
	 * @param infos      job data, single values or arrays for session, job, nodes, applications and ranks; data that follows from node map
	 *                   and process map is added
	 * @return completes when the job is registered; fails with BAD_PARAM if an array does not name its subject
	 * @throws IllegalArgumentException if the name is too long or the number negative
	 */
	public CompletableFuture<Void> registerNamespace(String nspace, int localProcs, Infos infos) {
		return async(core.registerNamespace(nspace, localProcs, infos));
	}

	/**
	 * Deregisters a job (C: PMIx_server_deregister_nspace): frees its data, disconnects its processes, and deletes files registered for
	 * cleanup.
	 *
	 * @param nspace name of the job
	 * @return completes when the job is deregistered and its cleanup is done; fails with NOT_FOUND if it is unknown
	 */
	public CompletableFuture<Void> deregisterNamespace(String nspace) {
		return async(core.deregisterNamespace(nspace));
	}

	/**
	 * Registers a process that will connect (C: PMIx_server_register_client), before it is started.
	 *
	 * @param client     its identity
	 * @param uid        its user id; connections of other users are refused
	 * @param gid        its group id
	 * @param hostObject passed back in calls to the host
	 * @return completes when the process is registered
	 * @throws IllegalArgumentException if the rank is not a process's
	 */
	public CompletableFuture<Void> registerClient(Proc client, int uid, int gid, Object hostObject) {
		return async(core.registerClient(client, uid, gid, hostObject));
	}

	/**
	 * Deregisters a process that has ended (C: PMIx_server_deregister_client): operations no longer wait for it, and files that it registered
	 * for cleanup are deleted. Data that it has put is kept until its namespace ends.
	 *
	 * @param client its identity
	 * @return completes when the process is deregistered and its cleanup is done; fails with NOT_FOUND if it is unknown
	 */
	public CompletableFuture<Void> deregisterClient(Proc client) {
		return async(core.deregisterClient(client));
	}

	/**
	 * Returns the environment variables with which a process finds this server (C: PMIx_server_setup_fork).
	 *
	 * @param client identity of the process
	 * @return names and values
	 */
	public Map<String, String> environment(Proc client) {
		return core.environment(client);
	}

	/**
	 * Raises an event (C: PMIx_Notify_event).
	 *
	 * @param code   status code of the event
	 * @param source process that raises the event
	 * @param range  range of the event
	 * @param infos  details
	 * @return completes when the event was sent to all connected processes that registered for it; fails with BAD_PARAM if it has targets
	 *         but its range is not CUSTOM
	 */
	public CompletableFuture<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
		return async(core.notifyEvent(code, source, range, infos));
	}

	/**
	 * Returns data that a process has put for processes of other servers (C: PMIx_server_dmodex_request).
	 *
	 * @param proc  the process
	 * @param infos optionally a timeout and a required key
	 * @return packed key-value pairs, once the process has committed them; fails with NOT_FOUND or TIMEOUT
	 */
	public CompletableFuture<ByteObject> directModex(Proc proc, Infos infos) {
		return async(core.directModex(proc, infos));
	}

	/**
	 * Delivers output of a process to its readers (C: PMIx_server_IOF_deliver); output without a reader is cached up to a limit. The bytes of
	 * a stream arrive in the order of the calls.
	 *
	 * @param source  process that wrote the output
	 * @param channel standard output, standard error or diagnostics
	 * @param infos   details
	 * @param data    the bytes; empty at the end of the stream
	 * @return completes when all readers have room for more or are gone; fails with NOT_SUPPORTED if the channel is not an output stream. A
	 *         host that does not wait for it fills the memory until the slowest reader is disconnected after a minute
	 */
	public CompletableFuture<Void> deliverOutput(Proc source, IofChannel channel, Infos infos, ByteObject data) {
		return async(core.deliverOutput(source, channel, infos, data));
	}

	/**
	 * Defines a process set (C: PMIx_server_define_process_set). Processes of this server can query it, and those registered for the event
	 * PROCESS_SET_DEFINE are notified. A set of the same name is replaced. Applications of a job registered with PMIX_PSET_NAME form sets
	 * automatically. A set within one job ends with that job.
	 *
	 * @param name    name of the set
	 * @param members its members; rank WILDCARD for a whole namespace
	 * @return completes when the set is defined; fails with BAD_PARAM if the name is empty or there are no members
	 */
	public CompletableFuture<Void> defineProcessSet(String name, List<Proc> members) {
		return async(core.data().defineProcessSet(name, members));
	}

	/**
	 * Deletes a process set (C: PMIx_server_delete_process_set). Processes registered for the event PROCESS_SET_DELETE are notified.
	 *
	 * @param name name of the set
	 * @return completes when the set is deleted; fails with NOT_FOUND if there is none
	 */
	public CompletableFuture<Void> deleteProcessSet(String name) {
		return async(core.data().deleteProcessSet(name));
	}

	/**
	 * Declares the attributes that the host honors in a function, for queries (C: PMIx_Register_attributes).
	 *
	 * @param function   name of the function in C, such as PMIx_Spawn
	 * @param attributes attributes that the host honors; may be empty
	 * @return completes when they are registered; fails with ERR_REPEAT_ATTR_REGISTRATION if the function was registered before
	 */
	public CompletableFuture<Void> registerAttributes(String function, List<Attribute<?>> attributes) {
		return async(core.registerAttributes(function, attributes));
	}

	/**
	 * Registers data for all jobs (C: PMIx_server_register_resources); data registered for a job takes precedence. Registering a key again
	 * replaces its value.
	 *
	 * @param infos data for all jobs, including those registered before
	 * @return completes when the data is registered; fails with BAD_PARAM if an array does not name its subject
	 */
	public CompletableFuture<Void> registerResources(Infos infos) {
		return async(core.data().registerResources(infos));
	}

	/**
	 * Removes data for all jobs (C: PMIx_server_deregister_resources). Connected processes may still have it.
	 *
	 * @param keys keys of the data; unknown ones are ignored
	 * @return completes when the data is removed
	 */
	public CompletableFuture<Void> deregisterResources(Set<String> keys) {
		return async(core.data().deregisterResources(keys));
	}

	/**
	 * Collects the launcher's settings for a job (C: PMIx_server_setup_application): with PMIX_SETUP_APP_ENVARS, variables that set parameters
	 * of PMIx, programming models and fabrics; with a fabric's PMIX_ALLOC_FABRIC_SEC_KEY or PMIX_SETUP_APP_NONENVARS, a key that separates
	 * jobs on the fabric; with PMIX_SETUP_APP_ALL, all of them.
	 *
	 * @param directives settings to collect
	 * @param variables  the launcher's environment
	 * @return input for {@link #setupLocalSupport} of each node's server; fails with BAD_PARAM if a directive is of the wrong type
	 */
	public CompletableFuture<Infos> setupApplication(Infos directives, Map<String, String> variables) {
		return async(core.data().setupApplication(directives, variables));
	}

	/**
	 * Applies settings collected for a job by a server of this kind or of the C library (C: PMIx_server_setup_local_support). Called before
	 * the job's first process is started; {@link #environment} then contains them.
	 *
	 * @param nspace   name of the job
	 * @param gathered result of {@link #setupApplication} of the launcher's server
	 * @return completes when the settings are applied; fails with BAD_PARAM if a variable is of the wrong type
	 */
	public CompletableFuture<Void> setupLocalSupport(String nspace, Infos gathered) {
		return async(core.data().setupLocalSupport(nspace, gathered));
	}

	/** {@return the inventory of this node (C: PMIx_server_collect_inventory), for {@link #deliverInventory} of other servers} */
	public CompletableFuture<Infos> collectInventory() {
		return async(core.data().collectInventory());
	}

	/**
	 * Stores the inventory of other nodes (C: PMIx_server_deliver_inventory); processes can request it as data of those nodes.
	 *
	 * @param inventory results of {@link #collectInventory} of those nodes' servers
	 * @return completes when it is stored; fails with BAD_PARAM if an array does not name its node
	 */
	public CompletableFuture<Void> deliverInventory(Infos inventory) {
		return async(core.data().registerResources(inventory));
	}

	/**
	 * Lists what processes can get from this server.
	 *
	 * @param proc a process, or any other rank for its job
	 * @param most the maximum number of values to return
	 * @return a snapshot of the data of the job, or of the data of the process and the values that it has committed, in the order of their
	 *         arrival; fails with NOT_FOUND if the namespace is unknown
	 */
	public CompletableFuture<List<StoredValue>> storedValues(Proc proc, int most) {
		return async(core.storedValues(proc, most));
	}

	/** {@return a report for people: connected processes, and pending operations with the processes they wait for and their durations} */
	public CompletableFuture<String> dump() {
		return async(core.dump(false));
	}

	/**
	 * Like {@link #dump()}, with the recent messages of each connection and their bytes. These may contain secrets and do not belong in a
	 * log.
	 *
	 * @return the report
	 */
	public CompletableFuture<String> dumpWithMessages() {
		return async(core.dump(true));
	}

	/**
	 * Closes the server (C: PMIx_server_finalize): disconnects all processes within ten seconds, and deletes files registered for cleanup.
	 * Blocks until that is done.
	 *
	 * @throws IllegalStateException immediately on the event loop, where only a {@link LoopHost} is called
	 */
	@Override
	public void close() {
		core.close();
	}
}
