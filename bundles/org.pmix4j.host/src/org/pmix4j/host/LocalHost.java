// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import org.pmix4j.host.internal.job.JobRun;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.setup.HostParts;
import org.pmix4j.model.PmixException;

/**
 * Runs jobs on this machine under an embedded PMIx server: one call starts it, one starts a job, and closing it leaves nothing
 * behind. One thread, the event loop of the server, owns the state of all jobs. The methods may be called from any thread;
 * {@link #close} and {@link #dump}, which block, not by a listener.
 *
 * <pre>
 * try (LocalHost host = LocalHost.start(HostOptions.defaults())) {
 * 	Job job = host.launch(JobSpec.of(4, "examples/ring"));
 * 	System.exit(job.ended().join().exitCode());
 * }
 * </pre>
 */
public final class LocalHost implements AutoCloseable {
	/** How long jobs may take to end in order when the host closes, and how long again when they have been killed. */
	private static final Duration END_LIMIT = Duration.ofSeconds(5);
	private static final Duration DUMP_LIMIT = Duration.ofSeconds(2);

	private final HostParts parts;
	private final HostContext context;
	private final Jobs jobs;
	private final AtomicBoolean closed = new AtomicBoolean();

	private LocalHost(HostParts parts, Jobs jobs) {
		this.parts = parts;
		this.jobs = jobs;
		this.context = parts.context();
	}

	/**
	 * Starts a host: its directories, its server on the loopback interface, the thread for its processes, and the watchdog that cleans
	 * up should this JVM be killed. What dead hosts of the same user left behind is swept away meanwhile.
	 *
	 * @param options how it is set up
	 * @return the host
	 * @throws IOException   if the session directory cannot be made; the message says what to do
	 * @throws PmixException if the server cannot listen
	 */
	public static LocalHost start(HostOptions options) throws IOException, PmixException {
		Namespaces namespaces = new Namespaces();
		Jobs jobs = new Jobs(namespaces);
		HostParts parts = HostParts.start(options, namespaces, jobs);
		jobs.begin(parts.context());
		return new LocalHost(parts, jobs);
	}

	/** @return the resources of jobs that name no other session */
	public Session session() {
		return context.sessions().main().session();
	}

	/** @return the top of the session's directories on this machine; removed with all content when the host closes */
	public Path directory() {
		return context.sessions().main().home().directory().top();
	}

	/** @return the address of the server, for tools: {@code <namespace>.<rank>;tcp4://127.0.0.1:<port>} */
	public String uri() {
		return context.server().uri();
	}

	/**
	 * Orders a job. Whatever goes wrong with it, also that its program is missing, is told by {@link Job#ended()}.
	 *
	 * @param spec what to run
	 * @return the job, which is under way
	 * @throws IllegalStateException if the host is closed
	 */
	public Job launch(JobSpec spec) {
		return launch(spec, HostListener.NONE);
	}

	/**
	 * Orders a job, as {@link #launch(JobSpec)}.
	 *
	 * @param spec     what to run
	 * @param listener is told what happens to this job and to all jobs of its family, before the listener of the host is. It may hear of
	 *                 the job before this method returns
	 * @return the job, which is under way
	 * @throws IllegalStateException if the host is closed
	 */
	public Job launch(JobSpec spec, HostListener listener) {
		return jobs.launch(spec, listener);
	}

	/** @return the jobs that have not ended, those that processes have spawned among them, in the order of their launch */
	public List<Job> jobs() {
		return List.copyOf(jobs.running());
	}

	/**
	 * Sends a signal to all jobs, as {@link Job#signal}.
	 *
	 * @param signal 1 to 64
	 */
	public void signal(int signal) {
		jobs.running().forEach(job -> job.signal(signal));
	}

	/** What Ctrl-C means for a launcher: interrupts all jobs, as {@link Job#interrupt}. */
	public void interrupt() {
		jobs.running().forEach(JobRun::interrupt);
	}

	/**
	 * Describes the state of jobs and server for people, and the processes they wait for. Blocks, for two seconds at most.
	 *
	 * @return the description
	 * @throws IllegalStateException if called by a listener: the thread would wait for itself
	 */
	public String dump() {
		requireOutside("dumped");
		List<String> lines = new ArrayList<>();
		jobs.running().forEach(job -> lines.add(job.dump()));
		try {
			lines.add(context.server().dump(false).get(DUMP_LIMIT.toMillis(), TimeUnit.MILLISECONDS));
		} catch (ExecutionException | TimeoutException e) {
			lines.add("the server does not answer: " + e);
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
		}
		return String.join("\n", lines);
	}

	/**
	 * Ends all jobs, the server and the threads, and removes the directories. Jobs that do not end in five seconds are killed with
	 * their output; the result of a job that resists for five more seconds names the ranks that are left. The whole takes some twenty
	 * seconds at the most, and a few milliseconds if no job runs.
	 *
	 * @throws IllegalStateException if called by a listener: the thread would wait for itself
	 */
	@Override
	public void close() {
		requireOutside("closed");
		if (closed.compareAndSet(false, true)) {
			jobs.close(END_LIMIT);
			parts.close();
		}
	}

	private void requireOutside(String what) {
		if (context.thread().inThread()) {
			throw new IllegalStateException("a host cannot be " + what + " on its own thread");
		}
	}
}
