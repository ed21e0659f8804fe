// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.pmix4j.client.EventHandlers;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.IofHandler;
import org.pmix4j.client.PmixTopics;
import org.pmix4j.client.ProcessIo;
import org.pmix4j.client.SpawnFailedException;
import org.pmix4j.client.group.Groups;
import org.pmix4j.client.hardware.Hardware;
import org.pmix4j.client.host.HostServices;
import org.pmix4j.client.internal.connection.ServerContact;
import org.pmix4j.client.internal.session.RoleSession;
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

/**
 * A server to which a tool is attached. Requests, events and output of its topics are those of this server. Owned by a {@link PmixTool};
 * ends with {@link #close}, with the tool, or with the server. Thread-safe. Blocking calls throw {@link IllegalStateException} in a
 * handler.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers"
 */
public final class ToolServer implements PmixTopics, AutoCloseable {
	/** A job may take any time to start: its own limits end it. */
	private static final Duration START_LIMIT = Duration.ofDays(365);

	private final RoleSession session;
	private final ServerContact contact;
	private final ConnectionLoss loss;
	private final Consumer<ToolServer> closed;

	/**
	 * @param session with the server
	 * @param contact by which the server was reached
	 * @param loss    of the connection
	 * @param closed  is given this server before it is closed
	 */
	ToolServer(RoleSession session, ServerContact contact, ConnectionLoss loss, Consumer<ToolServer> closed) {
		this.session = session;
		this.contact = contact;
		this.loss = loss;
		this.closed = closed;
	}

	RoleSession session() {
		return session;
	}

	/** Returns whether a contact leads to this server. Servers of different users or machines may have the same identity. */
	boolean isAt(ServerContact other) {
		return contact.server().equals(other.server()) && contact.address().equals(other.address());
	}

	/** {@return the identity of the server} */
	public Proc proc() {
		return session.core().server();
	}

	/** {@return the identity that the tool has for this server} */
	public Proc self() {
		return session.self();
	}

	/** {@return the release of the server according to the file that announces it} */
	public String version() {
		return session.serverVersion();
	}

	/** {@return whether the tool is still attached} */
	public boolean isConnected() {
		return session.calls().isOpen() && !loss.hasHappened();
	}

	/**
	 * {@return a future that is completed with the reason, on the executor, when the connection to the server is lost and the handlers have
	 * received all messages that arrived before the loss; not if the tool closes it}
	 */
	public CompletableFuture<String> lost() {
		return loss.reported();
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
	 * Gets a value of a process or a job. Tools do not put values. C: PMIx_Get.
	 *
	 * @param proc the owner of the value; rank WILDCARD for a job
	 * @param key  the key
	 * @param how  places to search, and the time limit
	 * @return the result: found, not found, or timed out
	 * @throws PmixException         {@code ERR_UNREACH}, or any other status of the server
	 * @throws IllegalStateException in a handler
	 */
	public GetResult<PmixValue> get(Proc proc, String key, GetOptions how) throws PmixException {
		return session.calls().block(() -> session.core().gets().get(proc, key, how));
	}

	/**
	 * Gets a value as {@link #get} does, without waiting. C: PMIx_Get_nb.
	 *
	 * @param proc the owner of the value; rank WILDCARD for a job
	 * @param key  the key
	 * @param how  places to search, and the time limit
	 * @return the result
	 */
	public CompletableFuture<GetResult<PmixValue>> getAsync(Proc proc, String key, GetOptions how) {
		return session.calls().start(() -> session.core().gets().get(proc, key, how));
	}

	/**
	 * Spawns a job and waits without a limit until it is launched. C: PMIx_Spawn.
	 *
	 * @param infos directives for the job
	 * @param apps  its programs
	 * @return its namespace
	 * @throws PmixException the status of the server if the job does not start, {@code ERR_UNREACH}
	 */
	public String spawn(Infos infos, List<App> apps) throws PmixException {
		return session.processes().spawn(infos, apps, START_LIMIT);
	}

	/**
	 * Spawns a job as {@link #spawn} does, without waiting. C: PMIx_Spawn_nb.
	 *
	 * @param infos directives for the job
	 * @param apps  its programs
	 * @return its namespace; fails with a {@link SpawnFailedException} if the server refuses the job, or the job fails while it starts
	 */
	public CompletableFuture<String> spawnAsync(Infos infos, List<App> apps) {
		return session.processes().spawnAsync(infos, apps, START_LIMIT);
	}

	/**
	 * Controls processes. C: PMIx_Job_control.
	 *
	 * @param targets the processes; empty for the server itself
	 * @param infos   the actions
	 * @return details
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	public Infos control(List<Proc> targets, Info... infos) throws PmixException {
		return session.calls().block(() -> session.core().control().control(targets, Infos.of(infos)));
	}

	/**
	 * Controls processes as {@link #control} does, without waiting. C: PMIx_Job_control_nb.
	 *
	 * @param targets the processes; empty for the server itself
	 * @param infos   the actions
	 * @return details
	 */
	public CompletableFuture<Infos> controlAsync(List<Proc> targets, Info... infos) {
		return session.calls().start(() -> session.core().control().control(targets, Infos.of(infos)));
	}

	/**
	 * Queries information. C: PMIx_Query_info.
	 *
	 * @param queries the queries
	 * @return the answers
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	public Infos query(Query... queries) throws PmixException {
		return session.calls().block(() -> session.core().queries().query(List.of(queries)));
	}

	/**
	 * Queries information as {@link #query} does, without waiting. C: PMIx_Query_info_nb.
	 *
	 * @param queries the queries
	 * @return the answers
	 */
	public CompletableFuture<Infos> queryAsync(Query... queries) {
		return session.calls().start(() -> session.core().queries().query(List.of(queries)));
	}

	/**
	 * Sets the handler of output without a pull, such as the output of jobs that this tool spawns. Without a handler it is dropped.
	 *
	 * @param handler receives the output
	 */
	public void takeOutput(IofHandler handler) {
		session.calls().post(() -> session.core().iof().takeUnrequested(handler));
	}

	@Override
	public String dump() {
		return session.dump();
	}

	/** Detaches from the server (C: PMIx_tool_disconnect). Repeated calls do nothing. */
	@Override
	public void close() {
		session.calls().requireOutside();
		closed.accept(this);
		session.close();
	}
}
