// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.node.ProcessorList;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.setup.HostRuntime;
import org.pmix4j.host.internal.setup.LauncherRendezvous;
import org.pmix4j.host.internal.spawn.ToolDirectives;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.Node;
import org.pmix4j.job.Session;
import org.pmix4j.job.StreamSink;
import org.pmix4j.job.options.TerminalSize;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.StoredValue;
import org.pmix4j.model.Wait;
import org.pmix4j.model.bytes.OwnProcess;

/**
 * Runs jobs on this machine under an embedded PMIx server. One call starts the host, one starts a job, and closing the host leaves
 * nothing behind. One thread, the event loop of the server, owns the state of all jobs. The methods may be called from any thread,
 * but a listener must not call {@link #close}, which blocks.
 * Returned futures follow the {@linkplain org.pmix4j.model contract of futures}: actions that depend on them may block and may call
 * {@link #close}.
 *
 * <pre>
 * try (LocalHost host = LocalHost.start(HostOptions.defaults())) {
 * 	Job job = host.launch(JobSpec.of(4, "examples/ring"));
 * 	System.exit(job.ended().join().exitCode());
 * }
 * </pre>
 */
public final class LocalHost implements JobEngine {
	/** The time that jobs may take to end in order when the host closes, and again after they were killed. */
	private static final Duration END_LIMIT = Duration.ofSeconds(5);
	private static final Duration NEWS_LIMIT = Duration.ofSeconds(1);
	private static final Duration CONTROL_LIMIT = Duration.ofMinutes(1);
	private static final Duration DUMP_LIMIT = Duration.ofSeconds(2);

	private final HostRuntime parts;
	private final HostContext context;
	private final Jobs jobs;
	private final AtomicBoolean closed = new AtomicBoolean();
	private final CountDownLatch gone = new CountDownLatch(1);
	private final CompletableFuture<String> lost = new CompletableFuture<>();

	private LocalHost(HostRuntime parts, Jobs jobs) {
		this.parts = parts;
		this.jobs = jobs;
		this.context = parts.context();
	}

	/**
	 * Starts a host: its directories, its server on the loopback interface, the thread for its processes, and the watchdog that cleans
	 * up if this JVM is killed. Also removes directories and processes of this user's dead hosts, in the background.
	 *
	 * @param options of the host
	 * @return the host
	 * @throws IOException   if the session directory cannot be created; the message says what to do
	 * @throws PmixException if the server cannot listen
	 */
	public static LocalHost start(HostOptions options) throws IOException, PmixException {
		Optional<LauncherRendezvous> summons = options.ownsProcess() ? LauncherRendezvous.of(OwnProcess.environment()) : Optional.empty();
		Namespaces namespaces = LauncherRendezvous.namespaces(summons);
		Jobs jobs = new Jobs(namespaces, options.ownsProcess() ? StreamSink.standard() : StreamSink.system());
		HostRuntime parts = HostRuntime.start(options, namespaces, jobs, summons);
		jobs.begin(parts.context());
		LocalHost host = new LocalHost(parts, jobs);
		parts.context().thread().failure().tell(host::failed);
		return host;
	}

	@Override
	public String name() {
		return "this machine";
	}

	@Override
	public List<Node> nodes() {
		return session().nodes();
	}

	@Override
	public Set<EngineCapability> capabilities() {
		return EnumSet.allOf(EngineCapability.class);
	}

	/** {@return nothing: this engine honors all options, or refuses them where their texts are read} */
	@Override
	public List<String> unsupported(JobSpec job) {
		return List.of();
	}

	@Override
	public CompletableFuture<String> lost() {
		return lost.copy();
	}

	/** {@return the session in which jobs run by default} */
	public Session session() {
		return context.sessions().main().session();
	}

	/**
	 * Describes the processors of a node of the default session. Blocks, the first time, while files of the kernel are read.
	 *
	 * @param node one of its nodes
	 * @return its hardware threads in the order of their numbers; empty for another node
	 */
	public List<Processor> processors(Node node) {
		return context.sessions().main().nodes().pool().stream().filter(each -> each.node().id() == node.id()).findFirst()
				.map(each -> each.processors().get()).map(found -> ProcessorList.of(found.machine(), found.allowed())).orElse(List.of());
	}

	/** {@return the open sessions in the order of their beginning, the default session first} */
	public List<Session> sessions() {
		return context.sessions().all().stream().map(SessionRun::session).toList();
	}

	/**
	 * Pauses, resumes, terminates, or otherwise controls a session that was opened by an allocation or by session control, or opens one, as
	 * a tool does with PMIx_Session_control.
	 *
	 * @param session    its number
	 * @param directives the action, such as {@link org.pmix4j.model.attributes.SessionControlAttributes#SESSION_PAUSE}, and what it needs
	 * @return the names of the session, when that is done; fails with a {@link PmixException} if it is refused, for instance with NOT_FOUND
	 *         if there is no such session and with NO_PERMISSIONS for the default session; with TimeoutException after a minute
	 * @see "OpenPMIx, PMIx_Session_control"
	 */
	public CompletableFuture<Infos> control(int session, Infos directives) {
		return parts.control(session, directives).orTimeout(CONTROL_LIMIT.toSeconds(), TimeUnit.SECONDS);
	}

	/** {@return the session's top directory on this machine; removed with its content when the host closes} */
	public Path directory() {
		return context.sessions().main().nodes().home().directory().top();
	}

	/** {@return the address of the server, for tools: {@code <namespace>.<rank>;tcp4://127.0.0.1:<port>}} */
	public String uri() {
		return context.server().uri();
	}

	/**
	 * Lets the watchdog remove a file if this JVM is killed, for example by kill -9. Call it before the file is written, so that the file is
	 * never unguarded. Waits some milliseconds for the watchdog.
	 *
	 * @param file      an absolute path without line feeds; only a regular file is removed
	 * @param firstLine without spaces; a file that begins with another line is kept
	 */
	public void withdrawIfKilled(Path file, String firstLine) {
		parts.withdrawIfKilled(file, firstLine);
	}

	/**
	 * Waits until the tool that has started this launcher, such as a debugger, lets it start its job; returns immediately if no tool has. The
	 * tool then is the spawner of launched jobs: its PMIX_LAUNCH_DIRECTIVES apply to them, and it gets their events.
	 *
	 * @return whether a tool has started this launcher
	 * @throws PmixException LOST_CONNECTION if the tool ends before
	 */
	public boolean awaitTool() throws PmixException {
		if (jobs.directives().tool().isEmpty()) {
			return false;
		}
		ToolDirectives.await(jobs.directives().released());
		return true;
	}

	/**
	 * Launches a job. {@link Job#ended()} reports all failures, including a missing program.
	 *
	 * @param spec the order
	 * @return the job, whose launch is under way
	 * @throws IllegalStateException if the host is closed
	 */
	public LocalJob launch(JobSpec spec) {
		return launch(spec, JobListener.NONE);
	}

	/**
	 * Launches a job, as {@link #launch(JobSpec)}.
	 *
	 * @param spec     the order
	 * @param listener follows this job and all jobs of its family; called before the listener of the host, and perhaps before this
	 *                 method returns
	 * @return the job, whose launch is under way
	 * @throws IllegalStateException if the host is closed
	 */
	@Override
	public LocalJob launch(JobSpec spec, JobListener listener) {
		return jobs.launch(spec, listener);
	}

	@Override
	public List<LocalJob> jobs() {
		return jobs.running().stream().filter(job -> !job.course().ended().isDone()).<LocalJob> map(job -> job).toList();
	}

	/**
	 * Returns what the processes of a job have logged with PMIX_LOG_JOB_RECORD: the last thousand entries of a job that runs, or of one of
	 * the last jobs that have ended.
	 *
	 * @param nspace name of the job
	 * @return the entries in the order in which they were logged; empty if there is none
	 */
	public List<LogRecord> jobRecord(String nspace) {
		return parts.services().log().records(nspace);
	}

	@Override
	public CompletableFuture<List<StoredValue>> storedValues(Proc proc, int most) {
		HostThread thread = context.thread();
		return thread.async(context.server().storedValues(proc, most)
				.thenApplyAsync(stored -> parts.services().names().withPublished(stored, proc, most), thread::execute))
				.orTimeout(DUMP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
	}

	@Override
	public CompletableFuture<List<Wait>> waits() {
		return context.thread().async(context.pmi().waits()).orTimeout(DUMP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
	}

	@Override
	public CompletableFuture<Void> signal(int signal) {
		return CompletableFuture.allOf(jobs.running().stream().map(job -> job.send(signal)).toArray(CompletableFuture[]::new));
	}

	/**
	 * Changes the size of the terminals of all ranks, and notifies them by SIGWINCH; a launcher calls it when the size of its own has
	 * changed.
	 *
	 * @param size the new size
	 */
	public void resizeTerminals(TerminalSize size) {
		jobs.running().forEach(job -> job.resizeTerminals(size));
	}

	@Override
	public void interrupt() {
		jobs.interrupt();
	}

	/** {@return how long the ranks of the running jobs may take at most to end by themselves before they are killed} */
	public Duration killTimeout() {
		return jobs.killTimeout();
	}

	@Override
	public CompletableFuture<String> dump() {
		List<String> lines = new ArrayList<>();
		jobs.running().forEach(job -> lines.add(job.dump()));
		return context.thread().async(context.pmi().dump()).orTimeout(DUMP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
				.exceptionally(failure -> "the server does not answer: " + failure).thenApply(server -> {
					lines.add(server);
					return String.join("\n", lines);
				});
	}

	/**
	 * Ends all jobs, the server and the threads, and removes the directories. Jobs that do not end within {@link #killTimeout} and five
	 * seconds are killed and their output is discarded; the result of a job that survives this by five more seconds names the remaining
	 * ranks. Takes about {@link #killTimeout} and twenty seconds at most, and a few milliseconds if no job runs. A further call waits for the
	 * end of the first.
	 *
	 * @throws IllegalStateException if a listener calls it: the thread would wait for itself
	 */
	@Override
	public void close() {
		if (context.thread().inThread()) {
			throw new IllegalStateException("a host cannot be closed on its own thread");
		}
		if (!closed.compareAndSet(false, true)) {
			awaitGone();
			return;
		}
		try {
			jobs.close(END_LIMIT.plus(jobs.killTimeout()), END_LIMIT);
			awaitNews();
			parts.close();
		} finally {
			gone.countDown();
		}
	}

	private void awaitGone() {
		try {
			gone.await(jobs.killTimeout().plus(Jobs.CLOSE_LIMIT).toMillis(), TimeUnit.MILLISECONDS);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}

	/** Waits until the results of ended jobs are on their way to the tools that have submitted them. */
	private void awaitNews() {
		try {
			CompletableFuture.runAsync(() -> { }, context.thread()::execute).thenRunAsync(() -> { }, context.thread()::execute)
					.get(NEWS_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
		} catch (ExecutionException | TimeoutException e) {
			// the thread has ended, or will not get to it
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
	}

	/** {@return whether {@link #close} was called} */
	public boolean isClosed() {
		return closed.get();
	}

	/** Tells the owner, completes all jobs and closes this host. */
	private void failed(String reason) {
		lost.complete(reason);
		try {
			context.listener().hostFailed(reason);
		} catch (Throwable e) { // also a checked exception, which other languages do not declare
			HostLog.log(Level.ERROR, "a listener of the host failed", e);
		}
		Thread end = new Thread(() -> {
			jobs.fail(reason);
			close();
		}, "pmix-failed");
		end.setDaemon(true);
		try {
			end.start();
		} catch (OutOfMemoryError e) {
			// the system allows no further thread; the program that waits for one of its jobs closes the host
			jobs.fail(reason);
		}
	}
}
