// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.group.Groups;
import org.pmix4j.client.hardware.Hardware;
import org.pmix4j.client.host.HostServices;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.internal.connection.LibraryVersion;
import org.pmix4j.client.internal.data.DataOperations;
import org.pmix4j.client.internal.session.Role;
import org.pmix4j.client.internal.session.RoleSession;
import org.pmix4j.client.internal.session.SessionCore;
import org.pmix4j.client.internal.session.SessionLimits;
import org.pmix4j.client.internal.session.SharedSessions;
import org.pmix4j.client.names.Names;
import org.pmix4j.client.process.Processes;
import org.pmix4j.client.security.Credentials;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;

/**
 * A rank of a job, connected to the PMIx server of its launcher. It reads job information, shares data and events with other ranks, and
 * waits for them. Thread-safe; must be closed. Each blocking call has an asynchronous twin. Returned futures follow the {@linkplain
 * org.pmix4j.model contract of futures}: actions that depend on them may block and may call {@link #close}. Blocking calls throw {@link
 * IllegalStateException} in handlers of events and output. Every call has a time limit, see {@link ClientOptions}. When the server is
 * lost, all pending and later calls fail with {@code ERR_UNREACH} and handlers for {@code ERR_LOST_CONNECTION} are called; values that
 * are already known can still be read.
 *
 * @see "PMIx Standard, chapters Client Initialization and Finalization, Synchronization and Data Access, Process Management"
 */
public final class PmixClient implements PmixTopics, AutoCloseable {
	private final ClientOptions options;
	private final RoleSession session;
	private final SessionCalls calls;
	private final SessionCore core;

	private PmixClient(ClientOptions options, RoleSession session) {
		this.options = options;
		this.session = session;
		this.calls = session.calls();
		this.core = session.core();
	}

	/**
	 * Joins the job that the environment of this process names. If the launcher was directed to stop ranks there (PMIX_DEBUG_STOP_IN_INIT),
	 * waits without a limit until a debugger releases this one. If this process has joined before, the new client shares the connection, the
	 * values and the limits of the first; the process leaves the job when all are closed. Event handlers last as long as the connection.
	 *
	 * <p> Without a launcher, that is if PMIX_NAMESPACE is not set, this process becomes a singleton: rank 0 of its own job with one process.
	 * Values that it puts can be got, commit and fence do nothing, and requests that need a server fail with {@code ERR_UNREACH}. {@link
	 * #isSingleton} returns true then. C: PMIx_Init.
	 *
	 * @return the client; must be closed
	 * @throws PmixException {@code ERR_UNREACH} if the server does not answer or another variable that names it is missing; the message names
	 *                       the variable. {@code ERR_NOT_SUPPORTED} if the server is before release 3.2 or requires an unknown security
	 *                       module. The status of the server if it refuses
	 */
	public static PmixClient open() throws PmixException {
		return open(ClientOptions.DEFAULT);
	}

	/**
	 * Joins a job.
	 *
	 * @param options environment and limits
	 * @return the client; must be closed
	 * @throws PmixException as {@link #open()}
	 */
	public static PmixClient open(ClientOptions options) throws PmixException {
		RoleSession session = SharedSessions.open(Role.client(options.environment(), options.closingBarrier()), limits(options));
		try {
			session.calls().block(session.core()::awaitDebugger);
		} catch (PmixException unreleased) {
			session.close();
			throw unreleased;
		}
		return new PmixClient(options, session);
	}

	private static SessionLimits limits(ClientOptions options) {
		return new SessionLimits(options.connectLimit(), options.requestLimit(), options.fenceLimit(), options.handlerLimit(),
				options.executor(), options.peer());
	}

	/** {@return the identity of this process} */
	public Proc proc() {
		return session.self();
	}

	/** {@return whether this process is a job by itself, without a server, because no launcher has started it} */
	public boolean isSingleton() {
		return session.isSingleton();
	}

	/** {@return the release that the server reports; this client's release in a singleton} */
	public String serverVersion() {
		return session.serverVersion();
	}

	/**
	 * Returns the version of this library, and the releases of OpenPMIx whose protocol it speaks. Needs no client. C: PMIx_Get_version.
	 *
	 * @return the version, for people
	 */
	public static String version() {
		return LibraryVersion.text();
	}

	/** {@return whether the client has not been closed; it stays open when the server is lost} C: PMIx_Initialized. */
	public boolean isOpen() {
		return calls.isOpen();
	}

	@Override
	public EventHandlers events() {
		return session.events();
	}

	@Override
	public ProcessIo io() {
		return session.io();
	}

	@Override
	public Names names() {
		return session.names();
	}

	@Override
	public Processes processes() {
		return session.processes();
	}

	@Override
	public Groups groups() {
		return session.groups();
	}

	@Override
	public HostServices host() {
		return session.host();
	}

	@Override
	public Credentials credentials() {
		return session.credentials();
	}

	@Override
	public Hardware hardware() {
		return session.hardware();
	}

	/**
	 * Gets information about the job of this process, without waiting for other processes.
	 *
	 * @param <T>       Java type of the value
	 * @param attribute the attribute
	 * @return the value, or the reason for its absence
	 * @throws PmixException         as {@link #get(Proc, Attribute, GetOptions)}
	 * @throws IllegalStateException in a handler
	 */
	public <T> GetResult<T> jobInfo(Attribute<T> attribute) throws PmixException {
		return get(Proc.wildcard(proc().nspace()), attribute, GetOptions.IMMEDIATE);
	}

	/**
	 * Stores a value for the next {@link #commit}. This process itself can get it immediately. C: PMIx_Put, PMIx_Store_internal (with the
	 * scope INTERNAL).
	 *
	 * @param scope the processes that can get the value; INTERNAL for this process only
	 * @param key   at most 511 bytes; must not begin with pmix, except PMIX_QUALIFIED_VALUE
	 * @param value replaces the previous value of this key and scope. That of PMIX_QUALIFIED_VALUE is an array of infos: a key with its value,
	 *              then qualifiers, which a get of the key must name; it replaces the value with the same qualifiers
	 * @throws PmixException {@code ERR_BAD_PARAM} if the scope or the key is invalid, {@code ERR_INIT} if the client is closed
	 * @see "PMIx Standard, PMIx_Put"
	 */
	public void put(Scope scope, String key, PmixValue value) throws PmixException {
		PmixValue checked = DataOperations.check(scope, key, value);
		calls.requireOpen("put of " + key);
		calls.post(() -> core.data().put(scope, new Kval(key, checked)));
	}

	/**
	 * Stores a value of a known type, as {@link #put(Scope, String, PmixValue)}.
	 *
	 * @param <T>       Java type of the value
	 * @param scope     the processes that can get the value
	 * @param attribute the key, with its type
	 * @param value     replaces the previous value of this key and scope
	 * @throws PmixException as there
	 */
	public <T> void put(Scope scope, Attribute<T> attribute, T value) throws PmixException {
		put(scope, attribute.key(), attribute.type().toValue(value));
	}

	/**
	 * Sends all values that were put to the server, where other processes can get them. C: PMIx_Commit.
	 *
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 * @see "PMIx Standard, PMIx_Commit"
	 */
	public void commit() throws PmixException {
		calls.block(core.data()::commit);
	}

	/** {@return a future that completes when {@link #commit} would return} */
	public CompletableFuture<Void> commitAsync() {
		return calls.start(core.data()::commit);
	}

	/**
	 * Waits for all processes of the namespace.
	 *
	 * @param fence options of the fence
	 * @throws PmixException         as {@link #fence(List, FenceOptions)}
	 * @throws IllegalStateException in a handler
	 */
	public void fence(FenceOptions fence) throws PmixException {
		fence(List.of(), fence);
	}

	/**
	 * Waits until all participants have called fence with the same participants. C: PMIx_Fence.
	 *
	 * @param procs the participants, including this process; rank WILDCARD for all processes of a namespace; empty for all of this namespace
	 * @param fence options of the fence
	 * @throws PmixException         {@code ERR_TIMEOUT}, {@code ERR_UNREACH}, or the status of the server: {@code ERR_PARTIAL_SUCCESS} or
	 *                               {@code ERR_LOST_CONNECTION} if participants died
	 * @throws IllegalStateException in a handler
	 * @see "PMIx Standard, PMIx_Fence"
	 */
	public void fence(List<Proc> procs, FenceOptions fence) throws PmixException {
		calls.block(() -> core.data().fence(procs, fence));
	}

	/**
	 * Waits as {@link #fence(List, FenceOptions)} does, without blocking. C: PMIx_Fence_nb.
	 *
	 * @param procs the participants
	 * @param fence options of the fence
	 * @return completed when all participants have called
	 */
	public CompletableFuture<Void> fenceAsync(List<Proc> procs, FenceOptions fence) {
		return calls.start(() -> core.data().fence(procs, fence));
	}

	/**
	 * Gets a value with the default options, as {@link #get(Proc, String, GetOptions)}.
	 *
	 * @param proc the owner of the value
	 * @param key  the key
	 * @return the result: found, not found, or timed out
	 * @throws PmixException         as there
	 * @throws IllegalStateException in a handler
	 */
	public GetResult<PmixValue> get(Proc proc, String key) throws PmixException {
		return get(proc, key, GetOptions.DEFAULT);
	}

	/**
	 * Gets a value that a process has put or the host provides. If this client does not have it, it is requested from the server. The server
	 * waits until the process has committed the value, except for reserved keys (pmix...), which the host provides. C: PMIx_Get.
	 *
	 * @param proc the owner of the value; the empty namespace means this process's, rank WILDCARD the job, UNDEF any process that has the key
	 * @param key  the key
	 * @param how  places to search, and the time limit
	 * @return the result: found, not found, or timed out
	 * @throws PmixException         {@code ERR_UNREACH}, or any other status of the server
	 * @throws IllegalStateException in a handler
	 * @see "PMIx Standard, PMIx_Get"
	 */
	public GetResult<PmixValue> get(Proc proc, String key, GetOptions how) throws PmixException {
		return calls.block(() -> core.gets().get(proc, key, how));
	}

	/**
	 * Gets a value as {@link #get(Proc, String, GetOptions)} does, without blocking. C: PMIx_Get_nb.
	 *
	 * @param proc the owner of the value
	 * @param key  the key
	 * @param how  places to search, and the time limit
	 * @return the result: found, not found, or timed out
	 */
	public CompletableFuture<GetResult<PmixValue>> getAsync(Proc proc, String key, GetOptions how) {
		return calls.start(() -> core.gets().get(proc, key, how));
	}

	/**
	 * Gets a value of a known type with the default options, as {@link #get(Proc, Attribute, GetOptions)}.
	 *
	 * @param <T>       Java type of the value
	 * @param proc      the owner of the value
	 * @param attribute the key, with its type
	 * @return the result: found, not found, or timed out
	 * @throws PmixException         as there
	 * @throws IllegalStateException in a handler
	 */
	public <T> GetResult<T> get(Proc proc, Attribute<T> attribute) throws PmixException {
		return get(proc, attribute, GetOptions.DEFAULT);
	}

	/**
	 * Gets a value of a known type, as {@link #get(Proc, String, GetOptions)}.
	 *
	 * @param <T>       Java type of the value
	 * @param proc      the owner of the value
	 * @param attribute an attribute of PMIx, or a key of the program with its type
	 * @param how       places to search, and the time limit
	 * @return the result
	 * @throws PmixException         as there; {@code ERR_BAD_PARAM} if the value is of another type
	 * @throws IllegalStateException in a handler
	 */
	public <T> GetResult<T> get(Proc proc, Attribute<T> attribute, GetOptions how) throws PmixException {
		return typed(attribute, get(proc, attribute.key(), how));
	}

	/**
	 * Gets a value of a known type as {@link #get(Proc, Attribute, GetOptions)} does, without blocking.
	 *
	 * @param <T>       Java type of the value
	 * @param proc      the owner of the value
	 * @param attribute the key, with its type
	 * @param how       places to search, and the time limit
	 * @return the result: found, not found, or timed out
	 */
	public <T> CompletableFuture<GetResult<T>> getAsync(Proc proc, Attribute<T> attribute, GetOptions how) {
		return getAsync(proc, attribute.key(), how).thenCompose(result -> {
			try {
				return CompletableFuture.completedFuture(typed(attribute, result));
			} catch (PmixException otherType) {
				return CompletableFuture.failedFuture(otherType);
			}
		});
	}

	private static <T> GetResult<T> typed(Attribute<T> attribute, GetResult<PmixValue> result) throws PmixException {
		return switch (result) {
			case GetResult.Found<PmixValue> found -> new GetResult.Found<>(attribute.read(found.what()));
			case GetResult.NotFound<PmixValue> missing -> new GetResult.NotFound<>(missing.status(), missing.asked());
			case GetResult.TimedOut<PmixValue> late -> new GetResult.TimedOut<>(late.asked());
		};
	}

	/**
	 * Asks the host to terminate processes. The call may return before this process is terminated. C: PMIx_Abort.
	 *
	 * @param status  exit status of the job
	 * @param message the reason, for the user who started the job
	 * @param procs   the processes; empty for all of this process's namespace
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 * @see "PMIx Standard, PMIx_Abort"
	 */
	public void abort(int status, String message, List<Proc> procs) throws PmixException {
		calls.block(() -> core.job().abort(status, message, procs, options.requestLimit()));
	}

	/**
	 * {@return a future that completes when {@link #abort} would return}
	 *
	 * @param status  exit status of the job
	 * @param message the reason, for the user who started the job
	 * @param procs   the processes; empty for all of this process's namespace
	 */
	public CompletableFuture<Void> abortAsync(int status, String message, List<Proc> procs) {
		return calls.start(() -> core.job().abort(status, message, procs, options.requestLimit()));
	}

	@Override
	public String dump() {
		return session.dump();
	}

	/**
	 * Leaves the job: waits for all ranks if the {@linkplain ClientOptions#closingBarrier options} say so, notifies the server and waits at
	 * most two seconds for its reply. Pending calls fail with {@code ERR_UNREACH}. Repeated calls do nothing. C: PMIx_Finalize.
	 *
	 * @throws IllegalStateException in a handler
	 */
	@Override
	public void close() {
		session.close();
	}

	/** {@return a future that completes when {@link #close} would return} */
	public CompletableFuture<Void> closeAsync() {
		return session.closeAsync();
	}
}
