// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

import org.pmix4j.client.EventHandlers;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.IofHandler;
import org.pmix4j.client.ProcessIo;
import org.pmix4j.client.SpawnFailedException;
import org.pmix4j.client.group.Groups;
import org.pmix4j.client.hardware.Hardware;
import org.pmix4j.client.host.HostServices;
import org.pmix4j.client.internal.session.Role;
import org.pmix4j.client.internal.session.RoleSession;
import org.pmix4j.client.internal.session.SessionCore;
import org.pmix4j.client.internal.session.SessionOptions;
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
import org.pmix4j.model.Status;
import org.pmix4j.tool.internal.finder.ToolFinder;
import org.pmix4j.tool.options.ToolOptions;
import org.pmix4j.wire.internal.handshake.HelloFlag;

/**
 * A tool: a process that attaches to a running server to spawn, control and watch jobs. Owned by the program; ends with {@link #close} or
 * with its server, whichever is first. Thread-safe. Blocking calls throw {@link IllegalStateException} in a handler.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers"
 */
public final class PmixTool implements AutoCloseable {
	/** How long the server may take to answer the farewell of a tool. */
	private static final Duration FAREWELL = Duration.ofSeconds(2);
	/** Between two looks for a server that has not started yet. */
	private static final Duration PAUSE = Duration.ofMillis(20);
	/** A job may take any time to start: its own limits end it. */
	private static final Duration START_LIMIT = Duration.ofDays(365);

	private final RoleSession session;
	private final CompletableFuture<String> lost;

	private PmixTool(RoleSession session, CompletableFuture<String> lost) {
		this.session = session;
		this.lost = lost;
	}

	/**
	 * Finds a server and attaches to it (C: PMIx_tool_init).
	 *
	 * @param options the server and limits
	 * @return the tool; must be closed
	 * @throws PmixException {@code ERR_UNREACH} if no such server runs, {@code ERR_BAD_PARAM} if its address is malformed or several
	 *                       servers are found, {@code ERR_NO_PERMISSIONS} if it belongs to another user, else its refusal
	 */
	public static PmixTool open(ToolOptions options) throws PmixException {
		long begin = System.nanoTime();
		while (true) {
			try {
				return attach(options);
			} catch (PmixException failure) {
				boolean late = System.nanoTime() - begin > options.findLimit().toNanos();
				if (late || !failure.status().equals(Status.ERR_UNREACH)) {
					throw failure;
				}
				LockSupport.parkNanos(PAUSE.toNanos());
			}
		}
	}

	private static PmixTool attach(ToolOptions options) throws PmixException {
		CompletableFuture<String> lost = new CompletableFuture<>();
		Role role = new Role("tool", new ToolFinder(options), HelloFlag.TOOL_NEEDS_ID, Infos.EMPTY,
				session -> CompletableFuture.completedFuture(null), session -> session.job().leave(FAREWELL), (session, reason) -> {
					session.afterHandlers(() -> lost.completeAsync(reason::detail, options.executor()));
					session.raiseLostConnection(reason);
				});
		SessionOptions limits = new SessionOptions(options.connectLimit(), options.requestLimit(), options.requestLimit(),
				options.handlerLimit(), options.executor(), options.peer());
		return new PmixTool(RoleSession.open(role, limits), lost);
	}

	private SessionCore core() {
		return session.core();
	}

	/** @return the identity that the server has given to this tool */
	public Proc proc() {
		return session.self();
	}

	/** @return the identity of the server */
	public Proc server() {
		return core().server();
	}

	/** @return the release of the server, as the file that announces it says */
	public String serverVersion() {
		return session.serverVersion();
	}

	/**
	 * @return completed with the reason, on the executor, when the connection to the server is lost and the handlers have got all that came
	 *         before; not if the tool closes it
	 */
	public CompletableFuture<String> lost() {
		return lost;
	}

	/** @return registers event handlers and raises events */
	public EventHandlers events() {
		return session.events();
	}

	/** @return forwards output and input of processes */
	public ProcessIo io() {
		return session.io();
	}

	/** @return publishes data and looks them up */
	public Names names() {
		return session.names();
	}

	/** @return spawns jobs, connects processes, resolves peers and nodes */
	public Processes processes() {
		return session.processes();
	}

	/** @return forms groups of processes */
	public Groups groups() {
		return session.groups();
	}

	/** @return sends requests to the host: queries, logging, resources, control, monitoring */
	public HostServices host() {
		return session.host();
	}

	/** @return obtains and validates credentials */
	public Credentials credentials() {
		return session.credentials();
	}

	/** @return tells about the hardware of the node and about fabrics */
	public Hardware hardware() {
		return session.hardware();
	}

	/**
	 * Gets a value of a process or a job. Tools do not put values. C: PMIx_Get.
	 *
	 * @param proc the owner of the value; rank WILDCARD for a job
	 * @param key  the key
	 * @param how  where to look, and how long to wait
	 * @return the result: found, not found, or timed out
	 * @throws PmixException         {@code ERR_UNREACH}, or any other status of the server
	 * @throws IllegalStateException in a handler
	 */
	public GetResult<PmixValue> get(Proc proc, String key, GetOptions how) throws PmixException {
		return session.calls().block(() -> core().gets().get(proc, key, how));
	}

	/**
	 * Gets a value as {@link #get} does, without waiting. C: PMIx_Get_nb.
	 *
	 * @param proc the owner of the value; rank WILDCARD for a job
	 * @param key  the key
	 * @param how  where to look, and how long to wait
	 * @return the result
	 */
	public CompletableFuture<GetResult<PmixValue>> getAsync(Proc proc, String key, GetOptions how) {
		return session.calls().start(() -> core().gets().get(proc, key, how));
	}

	/**
	 * Sets the handler of output without a pull, such as that of jobs that this tool spawns. Without a handler it is dropped.
	 *
	 * @param handler receives the output
	 */
	public void takeOutput(IofHandler handler) {
		session.calls().post(() -> core().iof().takeUnrequested(handler));
	}

	/**
	 * Spawns a job (C: PMIx_Spawn).
	 *
	 * @param infos directives for the job
	 * @param apps  its programs
	 * @return its namespace
	 * @throws PmixException the status of the server if the job does not start, {@code ERR_UNREACH}
	 */
	public String spawn(Infos infos, List<App> apps) throws PmixException {
		return session.calls().block(() -> core().processes().spawn(infos, apps, START_LIMIT));
	}

	/**
	 * Spawns a job as {@link #spawn} does, without waiting.
	 *
	 * @param infos directives for the job
	 * @param apps  its programs
	 * @return its namespace; fails with a {@link SpawnFailedException} if the server refuses the job, or the job fails while it starts
	 */
	public CompletableFuture<String> spawnAsync(Infos infos, List<App> apps) {
		return session.calls().start(() -> core().processes().spawn(infos, apps, START_LIMIT));
	}

	/**
	 * Controls processes (C: PMIx_Job_control).
	 *
	 * @param targets the processes; empty for the server itself
	 * @param infos   what is to be done
	 * @return details
	 * @throws PmixException the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 */
	public Infos control(List<Proc> targets, Info... infos) throws PmixException {
		return session.calls().block(() -> core().control().control(targets, Infos.of(infos)));
	}

	/**
	 * Controls processes as {@link #control} does, without waiting.
	 *
	 * @param targets the processes; empty for the server itself
	 * @param infos   what is to be done
	 * @return details
	 */
	public CompletableFuture<Infos> controlAsync(List<Proc> targets, Info... infos) {
		return session.calls().start(() -> core().control().control(targets, Infos.of(infos)));
	}

	/**
	 * Asks for information (C: PMIx_Query_info).
	 *
	 * @param queries the queries
	 * @return the answers
	 * @throws PmixException the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 */
	public Infos query(Query... queries) throws PmixException {
		return session.calls().block(() -> core().control().query(List.of(queries)));
	}

	/**
	 * Asks for information as {@link #query} does, without waiting.
	 *
	 * @param queries the queries
	 * @return the answers
	 */
	public CompletableFuture<Infos> queryAsync(Query... queries) {
		return session.calls().start(() -> core().control().query(List.of(queries)));
	}

	/** @return the pending requests and the last messages in both directions, for humans */
	public String dump() {
		return session.dump();
	}

	/** Detaches from the server (C: PMIx_tool_finalize). Repeated calls do nothing. */
	@Override
	public void close() {
		session.close();
	}
}
