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
import org.pmix4j.server.internal.core.ServerCore;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.KernelSocketTable;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.LoopServer;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.server.spi.PmixHost;

/**
 * A PMIx server: processes that find its address in their environment connect to it, exchange data, synchronise, raise
 * events. It serves unmodified programs that are linked with OpenPMIx 2.1 to 6.1. Starting processes is the business of the
 * program that embeds it; see the bundle org.pmix4j.host for one that does.
 *
 * <p>
 * All methods may be called from any thread and return at once, but for {@link #open} and {@link #close}. A future that they return
 * fails with a {@link PmixException}. It never completes on the event loop: actions that depend on it run on the executor of the
 * options, by default in virtual threads, or on the thread that adds them if the future is complete. They may block, and may call
 * {@link #close}.
 *
 * @see "PMIx Standard, chapter Server-Specific Interfaces"
 */
public final class PmixServer implements AutoCloseable {
	private final ServerCore core;

	private PmixServer(ServerCore core) {
		this.core = core;
	}

	/**
	 * Starts a server (PMIx_server_init).
	 *
	 * @param options how it presents itself
	 * @param host    what is behind it; {@link PmixHost#NONE} if nothing
	 * @return the server, which accepts connections already
	 * @throws PmixException if it cannot listen where the options say; EXISTS if another server plays its role on this machine, which the
	 *                       message names
	 */
	public static PmixServer open(ServerOptions options, PmixHost host) throws PmixException {
		return open(options, host, new KernelSocketTable());
	}

	/**
	 * Starts a server with another way to find out who connects, for instance one that asks the kernel for a single socket and so is
	 * faster by far.
	 *
	 * @param options how it presents itself
	 * @param host    what is behind it; {@link PmixHost#NONE} if nothing
	 * @param users   knows who connects
	 * @return the server, which accepts connections already
	 * @throws PmixException if it cannot listen where the options say; EXISTS if another server plays its role on this machine, which the
	 *                       message names
	 */
	public static PmixServer open(ServerOptions options, PmixHost host, PeerUsers users) throws PmixException {
		return new PmixServer(ServerCore.open(options, host, users));
	}

	/** @return the same server for its {@link LoopHost}, whose futures complete on the loop */
	public LoopServer onLoop() {
		return core;
	}

	private <T> CompletableFuture<T> offLoop(CompletableFuture<T> future) {
		return core.offLoop(future);
	}

	/** @return the server's own name */
	public Proc identity() {
		return core.identity();
	}

	/** @return the address that clients need: name and rank, a semicolon, tcp4://address:port */
	public String uri() {
		return core.uri();
	}

	/**
	 * Tells of a job (PMIx_server_register_nspace). To be called before its first process is started. Once more for the same job it
	 * adds to what was told before and replaces what is told anew; processes that have connected see that when they ask for what they
	 * do not know.
	 *
	 * @param nspace     the job's name
	 * @param localProcs how many of its processes will be clients of this server
	 * @param infos      what its processes shall know, loose or in arrays for session, job, nodes, programs and ranks; what
	 *                   follows from node map and process map is added
	 * @return done when it is known; fails with BAD_PARAM if an array does not say what it is about
	 * @throws IllegalArgumentException if the name is too long or the number negative
	 */
	public CompletableFuture<Void> registerNamespace(String nspace, int localProcs, Infos infos) {
		return offLoop(core.registerNamespace(nspace, localProcs, infos));
	}

	/**
	 * Forgets a job (PMIx_server_deregister_nspace): its data are freed, its processes are disconnected, and what they wanted
	 * to be deleted is deleted.
	 *
	 * @param nspace the job's name
	 * @return done when it is forgotten and all that was to be deleted is deleted; fails with NOT_FOUND if it is unknown
	 */
	public CompletableFuture<Void> deregisterNamespace(String nspace) {
		return offLoop(core.deregisterNamespace(nspace));
	}

	/**
	 * Tells of a process that will connect (PMIx_server_register_client). To be called before it is started.
	 *
	 * @param client     its name
	 * @param uid        its user id; another user is refused
	 * @param gid        its group id
	 * @param hostObject comes back in calls to the host
	 * @return done when it is known
	 * @throws IllegalArgumentException if the rank is none of a process
	 */
	public CompletableFuture<Void> registerClient(Proc client, int uid, int gid, Object hostObject) {
		return offLoop(core.registerClient(client, uid, gid, hostObject));
	}

	/**
	 * Tells that a process has ended (PMIx_server_deregister_client): nobody waits for it any more, and what it wanted to be
	 * deleted is deleted. The data that it has put stay until its namespace ends.
	 *
	 * @param client its name
	 * @return done when nobody waits for it and all that was to be deleted is deleted; fails with NOT_FOUND if the process is unknown
	 */
	public CompletableFuture<Void> deregisterClient(Proc client) {
		return offLoop(core.deregisterClient(client));
	}

	/**
	 * What a process must have in its environment to find this server (PMIx_server_setup_fork).
	 *
	 * @param client its name
	 * @return names and values
	 */
	public Map<String, String> environment(Proc client) {
		return core.environment(client);
	}

	/**
	 * Raises an event in the processes that want to know of it (PMIx_Notify_event).
	 *
	 * @param code   what happened
	 * @param source who raised it
	 * @param range  how far it goes
	 * @param infos  about it
	 * @return done when it was sent to all who are connected; fails with BAD_PARAM if it has targets and its range is not
	 *         CUSTOM
	 */
	public CompletableFuture<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
		return offLoop(core.notifyEvent(code, source, range, infos));
	}

	/**
	 * The data that a process has put for processes of other servers (PMIx_server_dmodex_request).
	 *
	 * @param proc  whose data
	 * @param infos a limit of time, a key that must be there
	 * @return packed keys and values, when the process has committed them; fails with NOT_FOUND or TIMEOUT
	 */
	public CompletableFuture<ByteObject> directModex(Proc proc, Infos infos) {
		return offLoop(core.directModex(proc, infos));
	}

	/**
	 * Delivers output of a process to those who pull it (PMIx_server_IOF_deliver); what nobody pulls yet is kept, up to a limit. Bytes
	 * of one stream arrive in the order of the calls.
	 *
	 * @param source  whose output
	 * @param channel standard output, standard error or diagnostics
	 * @param infos   about it
	 * @param data    the bytes; none tells that the stream has ended
	 * @return done when those who pull it have room for more, or are gone. A host that does not wait for that fills memory until the
	 *         slowest is cut off, which takes a minute; fails with NOT_SUPPORTED for a channel that is no output
	 */
	public CompletableFuture<Void> deliverOutput(Proc source, IofChannel channel, Infos infos, ByteObject data) {
		return offLoop(core.deliverOutput(source, channel, infos, data));
	}

	/**
	 * Names a set of processes (PMIx_server_define_process_set). Processes of this server can ask for it, and those who want the event
	 * PROCESS_SET_DEFINE are told. A set of the same name is replaced. Programs of a job that is registered with a PMIX_PSET_NAME are
	 * sets by themselves. Sets of processes of one job end with it.
	 *
	 * @param name    of the set
	 * @param members who belongs to it; rank WILDCARD for all of a namespace
	 * @return done when it is known; fails with BAD_PARAM if the name is empty or there is no member
	 */
	public CompletableFuture<Void> defineProcessSet(String name, List<Proc> members) {
		return offLoop(core.data().defineProcessSet(name, members));
	}

	/**
	 * Forgets a set of processes (PMIx_server_delete_process_set). Those who want the event PROCESS_SET_DELETE are told.
	 *
	 * @param name of the set
	 * @return done when it is forgotten; fails with NOT_FOUND if there is none
	 */
	public CompletableFuture<Void> deleteProcessSet(String name) {
		return offLoop(core.data().deleteProcessSet(name));
	}

	/**
	 * Tells which attributes the host honours in a function, for those who ask (PMIx_Register_attributes).
	 *
	 * @param function   the name of the function as in C, such as PMIx_Spawn
	 * @param attributes what the host honours in it; may be none
	 * @return done when it is noted; fails with ERR_REPEAT_ATTR_REGISTRATION if that function was told before
	 */
	public CompletableFuture<Void> registerAttributes(String function, List<Attribute<?>> attributes) {
		return offLoop(core.registerAttributes(function, attributes));
	}

	/**
	 * Tells what counts for all jobs (PMIx_server_register_resources), as {@link #registerNamespace} does for one; what is told of a job
	 * wins. Told again, a key gets its new value.
	 *
	 * @param infos for all jobs, also for those that are registered already
	 * @return done when they are known; fails with BAD_PARAM if an array does not say what it is about
	 */
	public CompletableFuture<Void> registerResources(Infos infos) {
		return offLoop(core.data().registerResources(infos));
	}

	/**
	 * Takes back what counts for all jobs (PMIx_server_deregister_resources). Processes that have connected may still know it.
	 *
	 * @param keys of what was told; unknown ones do not matter
	 * @return done when it is forgotten
	 */
	public CompletableFuture<Void> deregisterResources(Set<String> keys) {
		return offLoop(core.data().deregisterResources(keys));
	}

	/**
	 * Gathers what a job's processes need of the place where it is started (PMIx_server_setup_application): with PMIX_SETUP_APP_ENVARS
	 * variables that set parameters of PMIx, of programming models and of fabrics; with a fabric's PMIX_ALLOC_FABRIC_SEC_KEY, or with
	 * PMIX_SETUP_APP_NONENVARS, a key that keeps jobs apart on the fabric. With PMIX_SETUP_APP_ALL all of it.
	 *
	 * @param directives what to gather
	 * @param variables  the launcher's environment
	 * @return to be carried to {@link #setupLocalSupport} of each node's server; fails with BAD_PARAM if a directive is of the wrong type
	 */
	public CompletableFuture<Infos> setupApplication(Infos directives, Map<String, String> variables) {
		return offLoop(core.data().setupApplication(directives, variables));
	}

	/**
	 * Takes over what was gathered for a job (PMIx_server_setup_local_support), by a server of this kind or of the C library. To be
	 * called before the job's first process is started: {@link #environment} has it then.
	 *
	 * @param nspace   the job's name
	 * @param gathered what {@link #setupApplication} of the launcher's server gathered
	 * @return done when it is taken over; fails with BAD_PARAM if a variable is of the wrong type
	 */
	public CompletableFuture<Void> setupLocalSupport(String nspace, Infos gathered) {
		return offLoop(core.data().setupLocalSupport(nspace, gathered));
	}

	/** @return what this node has (PMIx_server_collect_inventory), for {@link #deliverInventory} of other servers */
	public CompletableFuture<Infos> collectInventory() {
		return offLoop(core.data().collectInventory());
	}

	/**
	 * Takes over what other nodes have (PMIx_server_deliver_inventory): processes can ask for it as data of those nodes.
	 *
	 * @param inventory what {@link #collectInventory} of those nodes' servers told
	 * @return done when it is known; fails with BAD_PARAM if an array does not name its node
	 */
	public CompletableFuture<Void> deliverInventory(Infos inventory) {
		return offLoop(core.data().registerResources(inventory));
	}

	/** @return a text for people: who is connected, who waits for what, and since when */
	public CompletableFuture<String> dump() {
		return offLoop(core.dump(false));
	}

	/**
	 * As {@link #dump()}, and the last messages of each connection, with their bytes. These may hold secrets of processes: nothing for
	 * a log.
	 *
	 * @return the longer text
	 */
	public CompletableFuture<String> dumpWithMessages() {
		return offLoop(core.dump(true));
	}

	/**
	 * Ends the server (PMIx_server_finalize): all processes are disconnected, within ten seconds at the most, and what they wanted to be
	 * deleted is deleted. Blocks until that is done.
	 *
	 * @throws IllegalStateException at once on the event loop, where only a {@link LoopHost} is called
	 */
	@Override
	public void close() {
		core.close();
	}
}
