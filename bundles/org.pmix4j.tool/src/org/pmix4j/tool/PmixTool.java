// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

import org.pmix4j.client.EventHandlers;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.IofHandler;
import org.pmix4j.client.PmixTopics;
import org.pmix4j.client.ProcessIo;
import org.pmix4j.client.group.Groups;
import org.pmix4j.client.hardware.Hardware;
import org.pmix4j.client.host.HostServices;
import org.pmix4j.client.names.Names;
import org.pmix4j.client.process.Processes;
import org.pmix4j.client.security.Credentials;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.server.PmixServer;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.tool.internal.finder.ToolFinder;
import org.pmix4j.tool.options.ServerChoice;
import org.pmix4j.tool.options.ToolOptions;

/**
 * A tool: a process that attaches to running servers to spawn, control and watch jobs. One of the servers is the primary one; the calls of
 * this class go to it, those of a {@link ToolServer} to that server. Owned by the program; ends with {@link #close}. Thread-safe. Blocking
 * calls throw {@link IllegalStateException} in a handler, and calls for the primary server throw it while there is none.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers"
 */
public final class PmixTool implements PmixTopics, AutoCloseable {
	private final ToolConnections connections;
	private final ToolServing serving;

	private PmixTool(ToolConnections connections, ToolServing serving) {
		this.connections = connections;
		this.serving = serving;
	}

	/**
	 * Finds a server and attaches to it (C: PMIx_tool_init).
	 *
	 * @param options the server and limits
	 * @return the tool; must be closed
	 * @throws PmixException {@code ERR_UNREACH} if no such server runs and the options require one, {@code ERR_BAD_PARAM} if its address is
	 *                       malformed or several servers are found, {@code ERR_NO_PERMISSIONS} if it belongs to another user, else its
	 *                       refusal
	 */
	public static PmixTool open(ToolOptions options) throws PmixException {
		return new PmixTool(ToolConnections.open(options), new ToolServing(options));
	}

	/**
	 * Finds the servers of this user, without attaching to them.
	 *
	 * @param options where to search; their server is ignored
	 * @return the choices of servers that {@link ServerChoice#ANY} may find; empty if none runs
	 */
	public static List<ServerChoice> findAll(ToolOptions options) {
		return new ToolFinder(options, ServerChoice.ANY, Optional.empty()).all();
	}

	/** {@return the identity of this tool, which it has with all servers} */
	public Proc proc() {
		return connections.self();
	}

	/**
	 * Attaches to another server, too. A server to which the tool is attached already is returned as it is; another server with the same
	 * identity, but another address, is a different server.
	 *
	 * @param choice    the server
	 * @param asPrimary whether it becomes the primary server, as it does if there is none
	 * @return the server; closed by {@link ToolServer#close} or with the tool. C: PMIx_tool_attach_to_server
	 * @throws PmixException         as {@link #open}; {@code ERR_INIT} if the tool is closed
	 * @throws IllegalStateException in a handler
	 */
	public ToolServer attach(ServerChoice choice, boolean asPrimary) throws PmixException {
		return connections.attach(choice, asPrimary);
	}

	/**
	 * Attaches to another server as {@link #attach} does, without waiting.
	 *
	 * @param choice    the server
	 * @param asPrimary whether it becomes the primary server
	 * @return the server
	 */
	public CompletableFuture<ToolServer> attachAsync(ServerChoice choice, boolean asPrimary) {
		return connections.attachAsync(choice, asPrimary);
	}

	/** {@return the servers to which the tool is attached, the primary one first} C: PMIx_tool_get_servers. */
	public List<ToolServer> servers() {
		return connections.servers().connected();
	}

	/**
	 * {@return the server, if the tool is attached to it; the primary one is preferred if several have this identity}
	 *
	 * @param server identity of a server
	 */
	public Optional<ToolServer> server(Proc server) {
		return servers().stream().filter(each -> each.proc().equals(server)).findFirst();
	}

	/** {@return whether the tool is attached to its primary server} C: PMIx_tool_is_connected. */
	public boolean isConnected() {
		return connections.servers().primary().filter(ToolServer::isConnected).isPresent();
	}

	/**
	 * Makes a server the primary one. Requests that are under way stay with the previous one. C: PMIx_tool_set_server.
	 *
	 * @param server a server to which this tool is attached
	 * @throws PmixException {@code ERR_UNREACH} if the tool is not attached to it
	 */
	public void setPrimary(ToolServer server) throws PmixException {
		connections.setPrimary(server);
	}

	private boolean isAlone() {
		return connections.servers().primary().isEmpty();
	}

	/**
	 * {@return the primary server}
	 *
	 * @throws IllegalStateException if there is none
	 */
	public ToolServer primary() {
		return connections.servers().primary()
				.orElseThrow(() -> new IllegalStateException("this tool has no primary server; attach it to one"));
	}

	/** {@return the identity of the primary server} */
	public Proc server() {
		return primary().proc();
	}

	/** {@return the release of the primary server according to the file that announces it} */
	public String serverVersion() {
		return primary().version();
	}

	/** {@return a future that completes when the primary server is lost, as {@link ToolServer#lost}} */
	public CompletableFuture<String> lost() {
		return primary().lost();
	}

	@Override
	public EventHandlers events() {
		return primary().events();
	}

	/** {@return the forwarding of output and input of processes; without a primary server, of those that this tool has started itself} */
	@Override
	public ProcessIo io() {
		return isAlone() ? serving.own(proc()) : primary().io();
	}

	@Override
	public Names names() {
		return primary().names();
	}

	/**
	 * {@return the calls that spawn jobs, connect processes, and resolve peers and nodes}
	 *
	 * <p>
	 * Without a primary server, the tool starts the processes of a job itself, as {@link #fork} does.
	 */
	@Override
	public Processes processes() {
		return isAlone() ? serving.own(proc()) : primary().processes();
	}

	@Override
	public Groups groups() {
		return primary().groups();
	}

	@Override
	public HostServices host() {
		return primary().host();
	}

	@Override
	public Credentials credentials() {
		return primary().credentials();
	}

	@Override
	public Hardware hardware() {
		return primary().hardware();
	}

	/**
	 * Gets a value as {@link ToolServer#get} does.
	 *
	 * @param proc the owner of the value; rank WILDCARD for a job
	 * @param key  the key
	 * @param how  places to search, and the time limit
	 * @return the result: found, not found, or timed out
	 * @throws PmixException         as there
	 * @throws IllegalStateException in a handler
	 */
	public GetResult<PmixValue> get(Proc proc, String key, GetOptions how) throws PmixException {
		return primary().get(proc, key, how);
	}

	/**
	 * Gets a value as {@link #get} does, without waiting.
	 *
	 * @param proc the owner of the value; rank WILDCARD for a job
	 * @param key  the key
	 * @param how  places to search, and the time limit
	 * @return the result
	 */
	public CompletableFuture<GetResult<PmixValue>> getAsync(Proc proc, String key, GetOptions how) {
		return primary().getAsync(proc, key, how);
	}

	/**
	 * Sets the handler of output without a pull, as {@link ToolServer#takeOutput} does. Output of processes that the tool has started
	 * itself is printed by default.
	 *
	 * @param handler receives the output
	 */
	public void takeOutput(IofHandler handler) {
		serving.takeOutput(handler);
		connections.servers().primary().ifPresent(primary -> primary.takeOutput(handler));
	}

	/**
	 * Spawns a job as {@link ToolServer#spawn} does. Without a primary server, the tool starts the processes itself, as {@link #fork} does; of
	 * the directives, those for the working directory, the environment and the standard input are supported then.
	 *
	 * @param infos directives for the job
	 * @param apps  its programs
	 * @return its namespace
	 * @throws PmixException as there
	 */
	public String spawn(Infos infos, List<App> apps) throws PmixException {
		return isAlone() ? serving.own(proc()).spawn(infos, apps) : primary().spawn(infos, apps);
	}

	/**
	 * Spawns a job as {@link #spawn} does, without waiting.
	 *
	 * @param infos directives for the job
	 * @param apps  its programs
	 * @return its namespace
	 */
	public CompletableFuture<String> spawnAsync(Infos infos, List<App> apps) {
		return isAlone() ? serving.own(proc()).spawnAsync(infos, apps) : primary().spawnAsync(infos, apps);
	}

	/**
	 * Controls processes as {@link ToolServer#control} does.
	 *
	 * @param targets the processes; empty for the server itself
	 * @param infos   the actions
	 * @return details
	 * @throws PmixException as there
	 */
	public Infos control(List<Proc> targets, Info... infos) throws PmixException {
		return primary().control(targets, infos);
	}

	/**
	 * Controls processes as {@link #control} does, without waiting.
	 *
	 * @param targets the processes; empty for the server itself
	 * @param infos   the actions
	 * @return details
	 */
	public CompletableFuture<Infos> controlAsync(List<Proc> targets, Info... infos) {
		return primary().controlAsync(targets, infos);
	}

	/**
	 * Queries information as {@link ToolServer#query} does. Without a primary server it answers PMIX_QUERY_AVAIL_SERVERS, the part of
	 * PMIX_QUERY_ATTRIBUTE_SUPPORT that is about this tool, and the versions of the binary interface.
	 *
	 * @param queries the queries
	 * @return the answers
	 * @throws PmixException as there; without a primary server {@code ERR_UNREACH} if the answer needs one, {@code ERR_NOT_FOUND} if no
	 *                       server runs on this node
	 */
	public Infos query(Query... queries) throws PmixException {
		return connections.servers().primary().isPresent() ? primary().query(queries) : connections.answers().alone(List.of(queries));
	}

	/**
	 * Queries information as {@link #query} does, without waiting.
	 *
	 * @param queries the queries
	 * @return the answers
	 */
	public CompletableFuture<Infos> queryAsync(Query... queries) {
		if (connections.servers().primary().isPresent()) {
			return primary().queryAsync(queries);
		}
		try {
			return CompletableFuture.completedFuture(connections.answers().alone(List.of(queries)));
		} catch (PmixException unanswered) {
			return CompletableFuture.failedFuture(unanswered);
		}
	}

	/**
	 * Makes this tool a server with its identity, for processes that it starts and for other tools (C: PMIx_tool_set_server_module). Files
	 * in the directories of the environment announce it, and the file that PMIX_LAUNCHER_RENDEZVOUS_FILE names.
	 *
	 * @param host   answers requests beyond the server
	 * @param change adapts the options of the server, such as its directories
	 * @return the server, which is closed with the tool
	 * @throws PmixException {@code ERR_EXISTS} if this tool is a server already, {@code ERR_BAD_PARAM} if its namespace contains a dot, or as
	 *                       {@link PmixServer#open}
	 */
	public PmixServer serve(PmixHost host, UnaryOperator<ServerOptions> change) throws PmixException {
		return serving.serve(proc(), host, change);
	}

	/**
	 * Starts a job on this node without a launcher, which needs no server to attach to: the tool itself is the server of the processes. They
	 * are killed when the tool is closed.
	 *
	 * @param app    its program; has no standard input. It may have directives for its working directory and its environment
	 * @param output receives the output, one piece at a time
	 * @return the job
	 * @throws PmixException {@code ERR_JOB_FAILED_TO_LAUNCH} if the program cannot be started, {@code ERR_NOT_SUPPORTED} if it has others,
	 *                       or as {@link #serve}
	 */
	public ForkedJob fork(App app, IofHandler output) throws PmixException {
		return serving.fork(proc(), app, output);
	}

	/**
	 * Starts a launcher on this node, which calls this tool and waits until the tool releases it: the indirect launch of debuggers. The
	 * release is the event PMIX_DEBUGGER_RELEASE, raised with the server that {@link #awaitServer} returns, with the launcher as its custom
	 * range.
	 *
	 * @param app        the launcher and the job that it is to launch, without directives; has no standard input
	 * @param directives for that job (PMIX_LAUNCH_DIRECTIVES), such as PMIX_DEBUG_STOP_IN_INIT
	 * @param output     receives the output of the launcher, one piece at a time
	 * @return the launcher, rank 0 of its namespace
	 * @throws PmixException as {@link #fork}
	 */
	public ForkedJob forkLauncher(App app, Infos directives, IofHandler output) throws PmixException {
		return serving.forkLauncher(proc(), app, directives, output);
	}

	/**
	 * Waits until a server connects to the server of this tool, and attaches to it over that connection. Launchers do so that find the address
	 * of the tool in PMIX_LAUNCHER_RNDZ_URI. C: PMIx_tool_set_server with PMIX_WAIT_FOR_CONNECTION.
	 *
	 * @param server    its identity, for example of a launcher that this tool has started
	 * @param limit     the time to wait
	 * @param asPrimary whether it becomes the primary server, as it does if there is none
	 * @return the server; closing it closes the connection, which the launcher takes for the end of this tool
	 * @throws PmixException         {@code ERR_TIMEOUT} after the limit, {@code ERR_INIT} if this tool is not a server or is closed
	 * @throws IllegalStateException in a handler
	 */
	public ToolServer awaitServer(Proc server, Duration limit, boolean asPrimary) throws PmixException {
		return connections.attach(serving.awaitCaller(server, limit), asPrimary);
	}

	/** {@return the pending requests and the last messages of the primary server in both directions, for people} */
	@Override
	public String dump() {
		return primary().dump();
	}

	/** Detaches from all servers, kills forked jobs and ends its own server (C: PMIx_tool_finalize). Repeated calls do nothing. */
	@Override
	public void close() {
		connections.close();
		serving.close();
	}
}
