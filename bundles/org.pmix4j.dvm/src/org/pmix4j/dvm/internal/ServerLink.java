// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.pmix4j.client.IofHandler;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.Registration;
import org.pmix4j.job.Node;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.tool.PmixTool;

/**
 * The connection of an engine to its server, with the thread that owns the state of all jobs. Owned by the engine, which closes it; tasks
 * that come later are dropped.
 */
public final class ServerLink implements AutoCloseable {
	private static final System.Logger LOG = System.getLogger(ServerLink.class.getName());
	/** An empty namespace stands for all: OpenPMIx, src/util/pmix_name_fns.c or PMIX_CHECK_NSPACE. */
	private static final String EVERY_JOB = "";
	/** The time for the resource manager to say whether it has ended the server. */
	private static final Duration CANCELLATION_LIMIT = Duration.ofSeconds(5);

	private final PmixTool tool;
	private final Proc server;
	private final ServerDialect dialect;
	private final Optional<Supplier<CompletableFuture<Optional<String>>>> cancellation;
	private final OutputRouter router;
	private final Map<String, Node> nodes = new ConcurrentHashMap<>();
	private final List<ServerJob> helpers = new CopyOnWriteArrayList<>();
	private final EngineThread thread = new EngineThread();
	/** Whether one request has been made for the output of all jobs of the server. */
	private CompletableFuture<Boolean> allOutput = CompletableFuture.completedFuture(false);
	/** The time of the last end of a job, in nanoseconds; used on the thread. */
	private Optional<Long> lastEnd = Optional.empty();

	/**
	 * @param tool         attached to the server; closed with this
	 * @param cancellation asks why the resource manager has ended the server, for one that ends with the engine
	 */
	public ServerLink(PmixTool tool, Optional<Supplier<CompletableFuture<Optional<String>>>> cancellation) {
		this.tool = tool;
		this.cancellation = cancellation;
		server = tool.server();
		dialect = ServerDialect.of(server);
		router = new OutputRouter(tool.proc(), server);
	}

	/** {@return the tool} */
	public PmixTool tool() {
		return tool;
	}

	/** {@return the identity of the server} */
	public Proc server() {
		return server;
	}

	/** {@return what is special about the server} */
	public ServerDialect dialect() {
		return dialect;
	}

	/** Returns what becomes of the processes of a job whose server is lost. */
	String afterLoss() {
		return cancellation.isPresent() ? "its processes end with the server" : dialect.afterLoss();
	}

	/** Returns why the resource manager has ended the server or is ending it; empty if it has not, or that is not known. */
	CompletableFuture<Optional<String>> cancellation() {
		return cancellation.map(Supplier::get).orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()))
				.completeOnTimeout(Optional.empty(), CANCELLATION_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
				.exceptionally(problem -> Optional.empty());
	}

	/** {@return the way of output to its jobs} */
	public OutputRouter router() {
		return router;
	}

	/** {@return whether this is the thread of the engine, which must not block} */
	public boolean inThread() {
		return thread.isCurrent();
	}

	/**
	 * Runs a task on the thread of the engine.
	 *
	 * @param task must not block
	 */
	public void execute(Runnable task) {
		thread.execute(task);
	}

	/**
	 * Runs a task on the thread of the engine after a while.
	 *
	 * @param delay how long
	 * @param task  must not block
	 */
	public void later(Duration delay, Runnable task) {
		thread.later(delay, task);
	}

	/** Notes that a job of the server has ended. Called on the engine's thread. */
	void jobEnded() {
		lastEnd = Optional.of(System.nanoTime());
	}

	/** Returns whether a job has ended within that time, whose slots the server may not have freed. Called on the engine's thread. */
	boolean hasEndedWithin(Duration time) {
		return lastEnd.isPresent() && System.nanoTime() - lastEnd.get() < time.toNanos();
	}

	/**
	 * Queries the server.
	 *
	 * @param query keys and qualifiers
	 * @return the answers
	 */
	public CompletableFuture<Infos> query(Query query) {
		return attempt(() -> tool.queryAsync(query));
	}

	/**
	 * Controls processes.
	 *
	 * @param targets   the processes
	 * @param directive what to do
	 * @return completes when the server has done it
	 */
	public CompletableFuture<Infos> control(List<Proc> targets, Info directive) {
		return attempt(() -> tool.controlAsync(targets, directive));
	}

	/** Adds a job that the engine needs itself, and does not show. */
	void addHelper(ServerJob helper) {
		helpers.add(helper);
	}

	/** Removes a job that the engine has needed itself. */
	void removeHelper(ServerJob helper) {
		helpers.remove(helper);
	}

	/** Returns the jobs that the engine needs itself. */
	List<ServerJob> helpers() {
		return helpers;
	}

	/**
	 * Requests the output of all jobs, before the first launch. PRRTE sends that of launched jobs to their tool without it, but keeps that of
	 * the jobs that ranks spawn until a tool asks for it.
	 */
	public void requestAllOutput() {
		allOutput = pull(EVERY_JOB, router).handle((registered, problem) -> {
			if (problem != null) {
				LOG.log(Level.DEBUG, "the output of jobs that ranks spawn is not available", problem);
			}
			return problem == null;
		});
	}

	/**
	 * {@return whether {@link #requestAllOutput} is in effect; completes when that is known} A launch must not request its output then, as
	 * PRRTE would send most of it twice.
	 */
	CompletableFuture<Boolean> allOutput() {
		return allOutput;
	}

	/** Requests the output of a job. Returns a future that fails if the server refuses that. */
	CompletableFuture<Registration> pull(String nspace, IofHandler handler) {
		return attempt(() -> tool.io().pullAsync(IofOptions.of(Proc.wildcard(nspace)), handler));
	}

	/** Returns the failure of a request of a tool that is closed meanwhile as that of its future. */
	private static <T> CompletableFuture<T> attempt(Supplier<CompletableFuture<T>> request) {
		try {
			return request.get();
		} catch (IllegalStateException closed) {
			return CompletableFuture.failedFuture(closed);
		}
	}

	/**
	 * {@return the node of that name; servers do not report its slots, so it has one}
	 *
	 * @param name a host name; if it is empty, that of an unknown node
	 */
	public Node node(String name) {
		return nodes.computeIfAbsent(name.isEmpty() ? "?" : name, each -> new Node(nodes.size(), each, 1));
	}

	/** Detaches from the server and ends the thread. */
	@Override
	public void close() {
		router.close();
		tool.close();
		execute(() -> helpers.forEach(helper -> helper.life().abandon()));
		thread.close();
	}
}
