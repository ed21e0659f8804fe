// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.dvm.internal.EngineClosing;
import org.pmix4j.dvm.internal.JobFollower;
import org.pmix4j.dvm.internal.PrrteDialect;
import org.pmix4j.dvm.internal.ServerDialect;
import org.pmix4j.dvm.internal.ServerJob;
import org.pmix4j.dvm.internal.ServerLink;
import org.pmix4j.dvm.internal.ServerTables;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.options.TerminalSize;
import org.pmix4j.job.submission.SubmissionKeys;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Query;
import org.pmix4j.model.StoredValue;
import org.pmix4j.model.Wait;
import org.pmix4j.tool.PmixTool;
import org.pmix4j.tool.options.ToolOptions;

/**
 * Runs jobs in a server that is already there, and shows the other jobs there: a persistent PMIx4J server, or a DVM of PRRTE. It is a
 * tool of that server. Jobs that it has launched end when it is closed; the server and its other jobs stay. One thread owns the state of
 * all jobs; process tables are read once a second, as servers need not report changes. A server of its own ends with it.
 */
public final class ServerEngine implements JobEngine {
	/** The time for jobs to end, beyond their own limits, when the engine closes, and again after they were killed. */
	private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
	/** The end of a session waits for its jobs, which may use their time to end. */
	private static final Duration CONTROL_LIMIT = Duration.ofMinutes(1);
	/** A sink may wait for its reader for any time. */
	private static final Duration ANY_TIME = Duration.ofDays(365);

	private final ServerLink link;
	private final ServerDialect dialect;
	private final JobFollower follower;
	/** The server, if it is this engine's own. */
	private final Optional<EngineServer> own;
	private final CompletableFuture<String> lost = new CompletableFuture<>();
	private final EngineClosing<ServerJob> closing = new EngineClosing<>(() -> owned().toList());

	private ServerEngine(PmixTool tool, Optional<EngineServer> own, boolean followsAll, JobListener listener,
			Function<Job, OutputSink> outputs) {
		this.own = own;
		link = new ServerLink(tool, own.map(server -> server::cancellation));
		dialect = link.dialect();
		follower = new JobFollower(link, followsAll, listener, outputs);
		tool.takeOutput(link.router());
		if (own.isPresent() && !dialect.isComplete()) {
			link.requestAllOutput();
		}
		tool.lost().thenAccept(reason -> own.map(EngineServer::lastWords).orElseGet(() -> CompletableFuture.completedFuture(List.of()))
				.thenAccept(words -> link.execute(() -> {
					follower.lost(words);
					lost.complete(reason);
				})));
		follower.begin();
	}

	/**
	 * Attaches to a server, and follows all its jobs.
	 *
	 * @param options which server
	 * @return the engine
	 * @throws PmixException as {@link PmixTool#open}
	 */
	public static ServerEngine attach(ToolOptions options) throws PmixException {
		return following(PmixTool.open(options.withHandlerLimit(ANY_TIME)), JobListener.NONE);
	}

	/**
	 * Follows all jobs of a server.
	 *
	 * @param tool     attached to the server, with a handler limit that is long enough for its slowest sink; closed with the engine
	 * @param listener follows all jobs
	 * @return the engine
	 */
	public static ServerEngine following(PmixTool tool, JobListener listener) {
		return following(tool, listener, job -> OutputSink.DISCARD);
	}

	/**
	 * Follows all jobs of a server and their output.
	 *
	 * @param tool     attached to the server, with a handler limit that is long enough for its slowest sink; closed with the engine
	 * @param listener follows all jobs
	 * @param outputs  returns the destination of the output of a job that others have started, after the listener has got its first state;
	 *                 called on the engine's thread, so it must not block. The sink gets the output on a thread of the tool
	 * @return the engine
	 */
	public static ServerEngine following(PmixTool tool, JobListener listener, Function<Job, OutputSink> outputs) {
		return new ServerEngine(tool, Optional.empty(), true, listener, outputs);
	}

	/**
	 * Follows only the jobs that it launches, for a launcher.
	 *
	 * @param tool attached to the server, with a handler limit that is long enough for its slowest sink; closed with the engine
	 * @return the engine
	 */
	public static ServerEngine launching(PmixTool tool) {
		return new ServerEngine(tool, Optional.empty(), false, JobListener.NONE, job -> OutputSink.DISCARD);
	}

	/**
	 * Follows only the jobs that it launches.
	 *
	 * @param tool     attached to the server, with a handler limit that is long enough for its slowest sink; closed with the engine
	 * @param listener follows them
	 * @return the engine
	 */
	public static ServerEngine launching(PmixTool tool, JobListener listener) {
		return new ServerEngine(tool, Optional.empty(), false, listener, job -> OutputSink.DISCARD);
	}

	/**
	 * Follows all jobs of a server that ends with the engine.
	 *
	 * @param tool     as for {@link #following(PmixTool, JobListener)}
	 * @param server   closed with the engine
	 * @param listener follows all jobs
	 * @return the engine
	 */
	public static ServerEngine following(PmixTool tool, EngineServer server, JobListener listener) {
		return new ServerEngine(tool, Optional.of(server), true, listener, job -> OutputSink.DISCARD);
	}

	/**
	 * Follows only the jobs that it launches, in a server that ends with the engine.
	 *
	 * @param tool   as for {@link #launching(PmixTool)}
	 * @param server closed with the engine
	 * @return the engine
	 */
	public static ServerEngine launching(PmixTool tool, EngineServer server) {
		return launching(tool, server, JobListener.NONE);
	}

	/**
	 * Does the same with a listener.
	 *
	 * @param tool     as for {@link #launching(PmixTool)}
	 * @param server   closed with the engine
	 * @param listener follows the launched jobs
	 * @return the engine
	 */
	public static ServerEngine launching(PmixTool tool, EngineServer server, JobListener listener) {
		return new ServerEngine(tool, Optional.of(server), false, listener, job -> OutputSink.DISCARD);
	}

	/** {@return what an engine can do whose server is a DVM of PRRTE, for checks before there is one} */
	public static Set<EngineCapability> capabilitiesInDvm() {
		return new PrrteDialect().capabilities();
	}

	/**
	 * {@return what {@link #unsupported} returns in a DVM of PRRTE, for checks before there is one}
	 *
	 * @param job the order
	 */
	public static List<String> unsupportedInDvm(JobSpec job) {
		return new PrrteDialect().unsupported(job);
	}

	@Override
	public String name() {
		return own.map(EngineServer::name).orElseGet(() -> "server " + link.server().nspace());
	}

	@Override
	public List<Node> nodes() {
		return follower.nodes();
	}

	/**
	 * Asks the server for its nodes.
	 *
	 * @return the nodes; those of the jobs if the server does not list its own; fails with TimeoutException if it does not answer
	 */
	public CompletableFuture<List<Node>> askNodes() {
		Optional<String> listing = dialect.nodesOf(link.server());
		return listing.isEmpty() ? CompletableFuture.completedFuture(nodes())
				: ServerTables.processes(link, listing.get()).thenApply(
						table -> table.stream().map(ProcInfo::hostname).distinct().map(link::node).toList())
						.orTimeout(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
	}

	@Override
	public Set<EngineCapability> capabilities() {
		return dialect.capabilities();
	}

	@Override
	public List<String> unsupported(JobSpec job) {
		return dialect.unsupported(job);
	}

	@Override
	public Job launch(JobSpec spec, JobListener listener) {
		if (closing.hasBegun()) {
			throw new IllegalStateException("the engine is closed");
		}
		ServerJob job = follower.launch(spec, listener);
		if (lost.isDone()) {
			link.execute(() -> job.life().lost(List.of()));
		}
		return job;
	}

	@Override
	public List<Job> jobs() {
		return List.copyOf(follower.running());
	}

	@Override
	public CompletableFuture<List<Wait>> waits() {
		if (!dialect.capabilities().contains(EngineCapability.WAITS)) {
			return JobEngine.super.waits();
		}
		List<CompletableFuture<List<Wait>>> answers = new ArrayList<>();
		for (Job job : jobs()) {
			dialect.waits(job.nspace()).ifPresent(
					query -> answers.add(ServerTables.unlessEnded(ServerTables.read(link.query(query), Inspection::waits), List.of())));
		}
		return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
				.thenApply(all -> answers.stream().flatMap(each -> each.join().stream()).distinct().toList())
				.orTimeout(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
	}

	@Override
	public CompletableFuture<List<StoredValue>> storedValues(Proc proc, int most) {
		Optional<Query> query = dialect.storedValues(proc, most);
		return query.isEmpty() ? JobEngine.super.storedValues(proc, most)
				: ServerTables.read(link.query(query.get()), Inspection::values).orTimeout(ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
	}

	/**
	 * Controls a session of the server that is not its default one, as {@code LocalHost.control} does.
	 *
	 * @param session    its number, as the listener of all jobs has got it
	 * @param directives the action, such as PMIX_SESSION_PAUSE
	 * @return the names of the session, when that is done; fails with the refusal of the server, and with TimeoutException if it does not
	 *         answer
	 * @see "OpenPMIx, PMIx_Session_control"
	 */
	public CompletableFuture<Infos> control(int session, Infos directives) {
		try {
			return link.tool().host().controlSessionAsync(session, new RequestOptions(CONTROL_LIMIT, directives))
					.orTimeout(CONTROL_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
		} catch (IllegalStateException closed) {
			return CompletableFuture.failedFuture(closed);
		}
	}

	@Override
	public CompletableFuture<Void> signal(int signal) {
		return CompletableFuture.allOf(owned().map(job -> job.send(signal)).toArray(CompletableFuture[]::new));
	}

	@Override
	public void interrupt() {
		owned().forEach(ServerJob::interrupt);
	}

	private Stream<ServerJob> owned() {
		return follower.jobs().stream().filter(job -> job.isOwned() && !job.life().hasEnded());
	}

	/** {@return how long the ranks of the launched jobs may take at most to end by themselves before they are killed} */
	public Duration killTimeout() {
		return owned().map(job -> job.spec().killTimeout()).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
	}

	/** {@return whether ranks can have terminals, whose size {@link #resizeTerminals} changes} */
	public boolean hasTerminals() {
		return dialect.isComplete();
	}

	/**
	 * Changes the size of the terminals of the launched jobs.
	 *
	 * @param size the new size
	 */
	public void resizeTerminals(TerminalSize size) {
		if (hasTerminals()) {
			owned().forEach(job -> job.life().whenNamed(
					name -> link.control(List.of(Proc.wildcard(name)), Info.of(SubmissionKeys.TERMINAL_SIZE, size.toString()))));
		}
	}

	/**
	 * Has the server describe the launched jobs and their families: their listeners get the lines as messages.
	 *
	 * @return whether the server can do that
	 */
	public boolean describeFamilies() {
		if (dialect.isComplete()) {
			link.control(List.of(), Info.of(SubmissionKeys.DESCRIBE, true));
		}
		return dialect.isComplete();
	}

	@Override
	public CompletableFuture<String> dump() {
		List<CompletableFuture<String>> parts = new ArrayList<>();
		for (Job job : jobs()) {
			parts.add(ServerTables.description(link, job));
		}
		String tail = dialect.isComplete() ? ""
				: "\nthe server reports no waits, and a broken connection to another node only when the system gives it up";
		return CompletableFuture.allOf(parts.toArray(CompletableFuture[]::new))
				.thenApply(all -> parts.stream().map(CompletableFuture::join).collect(Collectors.joining("\n")) + tail)
				.completeOnTimeout(name() + " does not answer", ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
				.exceptionally(problem -> name() + " does not answer: " + problem);
	}

	@Override
	public CompletableFuture<String> lost() {
		return lost.copy();
	}

	/**
	 * Ends the launched jobs and detaches from the server. Jobs that do not end within {@link #killTimeout} and five seconds are killed; those
	 * that survive this by five more seconds are left to the server, and their results say so. A server of its own ends then, with all its
	 * processes. A further call waits for the end of the first.
	 *
	 * @throws IllegalStateException if a listener calls it: the thread would wait for itself
	 */
	@Override
	public void close() {
		closing.run(link.inThread(), killTimeout(), ServerJob::kill, job -> link.execute(job.life()::abandon), () -> {
			link.close();
			own.ifPresent(EngineServer::close);
		});
	}
}
