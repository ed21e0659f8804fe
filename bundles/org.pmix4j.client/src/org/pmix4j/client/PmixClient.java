// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.internal.data.DataOperations;
import org.pmix4j.client.internal.session.Role;
import org.pmix4j.client.internal.session.Session;
import org.pmix4j.client.internal.session.SessionCore;
import org.pmix4j.client.internal.session.SessionOptions;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Scope;

/**
 * This process as a rank of its job. It learns about the job, shares data with the other ranks and waits for them, through the
 * PMIx server of the launcher that started it. Thread-safe. Open one, use it from any thread, close it at the end.
 *
 * <p>
 * Each blocking call has an asynchronous twin, whose future completes on the {@linkplain ClientOptions#executor executor} of the
 * options. Blocking calls throw {@link IllegalStateException} in handlers of events and output. Everything has a time limit, see
 * {@link ClientOptions}. When the server is lost, all pending and later calls fail with {@code ERR_UNREACH} and handlers for
 * {@code ERR_LOST_CONNECTION} are called; values that are known already can still be read.
 *
 * @see "PMIx Standard, chapters Client Initialization and Finalization, Synchronization and Data Access, Process Management"
 */
public final class PmixClient implements AutoCloseable {
	private final ClientOptions options;
	private final Session session;
	private final SessionCalls calls;
	private final SessionCore core;

	private PmixClient(ClientOptions options, Session session) {
		this.options = options;
		this.session = session;
		this.calls = session.calls();
		this.core = session.core();
	}

	/**
	 * Joins the job that the environment of this process names (PMIx_Init).
	 *
	 * @return the client; must be closed
	 * @throws PmixException {@code ERR_UNREACH} if the server does not answer or a variable that names it is missing; the message
	 *                       names the variable. {@code ERR_NOT_SUPPORTED} if the server is before release 3.2 or requires an
	 *                       unknown security module. The status of the server if it refuses
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
		return new PmixClient(options, Session.open(Role.client(options.environment()), limits(options)));
	}

	private static SessionOptions limits(ClientOptions options) {
		return new SessionOptions(options.connectLimit(), options.requestLimit(), options.fenceLimit(), options.handlerLimit(),
				options.executor(), options.peer());
	}

	/** @return the identity of this process */
	public Proc proc() {
		return session.self();
	}

	/** @return the release of the server's library, as it says itself */
	public String serverVersion() {
		return session.serverVersion();
	}

	/** @return whether it has not been closed; a lost server does not close it */
	public boolean isOpen() {
		return calls.isOpen();
	}

	/** @return event handlers, and the way to raise events */
	public EventHandlers events() {
		return session.events();
	}

	/** @return output and input of other processes */
	public ProcessIo io() {
		return session.io();
	}

	/**
	 * Finds out about this process's own job, from what the server told at the start or can tell at once.
	 *
	 * @param <T>       Java type of the value
	 * @param attribute what about it
	 * @return the outcome
	 * @throws PmixException         as {@link #get(Proc, Attribute, GetOptions)}
	 * @throws IllegalStateException in an event handler
	 */
	public <T> GetResult<T> jobInfo(Attribute<T> attribute) throws PmixException {
		return get(Proc.wildcard(proc().nspace()), attribute, GetOptions.IMMEDIATE);
	}

	/**
	 * Keeps a value for the next {@link #commit}. This process itself can get it at once.
	 *
	 * @param scope which processes may get it; INTERNAL for this one alone
	 * @param key   at most 511 bytes; does not begin with pmix
	 * @param value the value; replaces the one put before in that scope
	 * @throws PmixException {@code ERR_BAD_PARAM} if scope or key are not possible, {@code ERR_INIT} if the client is closed
	 * @see "PMIx Standard, PMIx_Put"
	 */
	public void put(Scope scope, String key, PmixValue value) throws PmixException {
		DataOperations.check(scope, key);
		calls.requireOpen("put of " + key);
		calls.post(() -> core.data().put(scope, new Kval(key, value)));
	}

	/**
	 * As {@link #put(Scope, String, PmixValue)}, with a key of a known type.
	 *
	 * @throws PmixException as there
	 */
	public <T> void put(Scope scope, Attribute<T> attribute, T value) throws PmixException {
		put(scope, attribute.key(), attribute.type().toValue(value));
	}

	/**
	 * Makes all that was put known to the server, where others can get it.
	 *
	 * @throws PmixException         what the server answers, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in an event handler
	 * @see "PMIx Standard, PMIx_Commit"
	 */
	public void commit() throws PmixException {
		calls.block(core.data()::commit);
	}

	/** @return as {@link #commit}, without waiting */
	public CompletableFuture<Void> commitAsync() {
		return calls.start(core.data()::commit);
	}

	/**
	 * Waits for all processes of this process's namespace.
	 *
	 * @param fence whether to collect data, and for how long to wait
	 * @throws PmixException         as {@link #fence(List, FenceOptions)}
	 * @throws IllegalStateException in an event handler
	 */
	public void fence(FenceOptions fence) throws PmixException {
		fence(List.of(), fence);
	}

	/**
	 * Waits until all participants have called this with the same participants.
	 *
	 * @param procs the participants, this process among them; rank WILDCARD for all of a namespace; none for all of its own
	 * @param fence whether to collect data, and for how long to wait
	 * @throws PmixException         {@code ERR_TIMEOUT}, {@code ERR_UNREACH}, or what the server answers: {@code ERR_PARTIAL_SUCCESS} or
	 *                               {@code ERR_LOST_CONNECTION} if participants died
	 * @throws IllegalStateException in an event handler
	 * @see "PMIx Standard, PMIx_Fence"
	 */
	public void fence(List<Proc> procs, FenceOptions fence) throws PmixException {
		calls.block(() -> core.data().fence(procs, fence));
	}

	/** @return as {@link #fence(List, FenceOptions)}, without waiting */
	public CompletableFuture<Void> fenceAsync(List<Proc> procs, FenceOptions fence) {
		return calls.start(() -> core.data().fence(procs, fence));
	}

	/**
	 * As {@link #get(Proc, String, GetOptions)} with the default options.
	 *
	 * @throws PmixException         as there
	 * @throws IllegalStateException in an event handler
	 */
	public GetResult<PmixValue> get(Proc proc, String key) throws PmixException {
		return get(proc, key, GetOptions.DEFAULT);
	}

	/**
	 * Gets a value that a process has put or the host provides. If this client does not have it the server is asked, which
	 * waits until the process has committed it; for a key of the host (pmix...) it does not wait.
	 *
	 * @param proc whose; an empty namespace is this process's own, rank WILDCARD stands for the job, UNDEF for whichever process of
	 *             the namespace has it
	 * @param key  what
	 * @param how  how far to go, and for how long
	 * @return the outcome: found, not found, or not in time
	 * @throws PmixException         {@code ERR_UNREACH}, or an answer of the server that is none of these outcomes
	 * @throws IllegalStateException in an event handler
	 * @see "PMIx Standard, PMIx_Get"
	 */
	public GetResult<PmixValue> get(Proc proc, String key, GetOptions how) throws PmixException {
		return calls.block(() -> core.gets().get(proc, key, how));
	}

	/** @return as {@link #get(Proc, String, GetOptions)}, without waiting */
	public CompletableFuture<GetResult<PmixValue>> getAsync(Proc proc, String key, GetOptions how) {
		return calls.start(() -> core.gets().get(proc, key, how));
	}

	/**
	 * As {@link #get(Proc, Attribute, GetOptions)} with the default options.
	 *
	 * @throws PmixException         as there
	 * @throws IllegalStateException in an event handler
	 */
	public <T> GetResult<T> get(Proc proc, Attribute<T> attribute) throws PmixException {
		return get(proc, attribute, GetOptions.DEFAULT);
	}

	/**
	 * Gets a value of a known type, as {@link #get(Proc, String, GetOptions)}.
	 *
	 * @param <T>       Java type of the value
	 * @param proc      whose
	 * @param attribute what: one of PMIx's attributes, or a key of the program's own with its type
	 * @param how       how far to go, and for how long
	 * @return the outcome
	 * @throws PmixException         as there; {@code ERR_BAD_PARAM} if the value is of another type
	 * @throws IllegalStateException in an event handler
	 */
	public <T> GetResult<T> get(Proc proc, Attribute<T> attribute, GetOptions how) throws PmixException {
		return typed(attribute, get(proc, attribute.key(), how));
	}

	/** @return as {@link #get(Proc, Attribute, GetOptions)}, without waiting */
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
	 * Asks the host to end processes. This one goes on until the host ends it, if it is among them.
	 *
	 * @param status  exit status that the job shall have
	 * @param message why, for whoever started the job
	 * @param procs   whom to end; none for all of this process's namespace
	 * @throws PmixException         what the server answers, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in an event handler
	 * @see "PMIx Standard, PMIx_Abort"
	 */
	public void abort(int status, String message, List<Proc> procs) throws PmixException {
		calls.block(() -> core.job().abort(status, message, procs, options.requestLimit()));
	}

	/** @return as {@link #abort}, without waiting */
	public CompletableFuture<Void> abortAsync(int status, String message, List<Proc> procs) {
		return calls.start(() -> core.job().abort(status, message, procs, options.requestLimit()));
	}

	/** @return the requests that wait and the last messages in both directions; for people */
	public String dump() {
		return session.dump();
	}

	/**
	 * Leaves the job (PMIx_Finalize): tells the server, and waits at most two seconds for its reply. Calls that still wait fail
	 * with {@code ERR_UNREACH}. Repeated calls do nothing.
	 *
	 * @throws IllegalStateException in a handler
	 */
	@Override
	public void close() {
		session.close();
	}

	/** @return completed when the client is closed as {@link #close} does */
	public CompletableFuture<Void> closeAsync() {
		return session.closeAsync();
	}
}
