// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.HostListener;
import org.pmix4j.host.JobSpec;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.JobOrigin;
import org.pmix4j.model.Proc;

/**
 * The jobs of one host that have not ended, including jobs that processes have spawned. Owned by the host; may be used from any
 * thread.
 */
public final class Jobs {
	private final Namespaces namespaces;
	private final List<JobRun> running = new CopyOnWriteArrayList<>();
	private volatile @Nullable HostContext host;
	private volatile boolean closed;

	/** @param namespaces names of the host */
	public Jobs(Namespaces namespaces) {
		this.namespaces = namespaces;
	}

	/**
	 * Opens the host for jobs.
	 *
	 * @param context the services of the host
	 */
	public void begin(HostContext context) {
		host = context;
	}

	/** Closes the host for new jobs. */
	public void close() {
		closed = true;
	}

	/**
	 * Starts a job in the main session.
	 *
	 * @param spec     the order
	 * @param listener is told what happens to the job and its family, after the listener of the host
	 * @return the job, which is under way
	 * @throws IllegalStateException if the host is closed
	 */
	public JobRun launch(JobSpec spec, HostListener listener) {
		HostContext context = context().orElseThrow(() -> new IllegalStateException("the host is closed"));
		JobRun job = add(context,
				new JobOrder(spec, context.sessions().main(), Optional.empty(), Optional.empty(), listener));
		context.thread().execute(job.course()::start);
		return job;
	}

	/**
	 * Starts a job for a process. Called on the host's thread, while the host is open.
	 *
	 * @param context the services of the host
	 * @param session the session that it runs in
	 * @param origin  the process and its order
	 * @param parent  the job of the process; empty if it is a tool, whose jobs join the only launched one, if there is one
	 * @return the job, which is under way
	 */
	public JobRun spawn(HostContext context, SessionRun session, JobOrigin origin, Optional<JobRun> parent) {
		JobRun job = add(context,
				new JobOrder(origin.order().spec(), session, Optional.of(origin), parent.or(this::onlyFamily), HostListener.NONE));
		job.course().start();
		return job;
	}

	/** Returns a job of the only family; empty if there are several families or none. */
	private Optional<JobRun> onlyFamily() {
		boolean single = running.stream().map(job -> job.course().ties().family()).distinct().count() == 1;
		return single ? running.stream().findFirst() : Optional.empty();
	}

	private JobRun add(HostContext context, JobOrder request) {
		int number = namespaces.nextNumber();
		JobRun job = new JobRun(context, request, number, namespaces.name(number));
		running.add(job);
		job.course().ended().thenRun(() -> running.remove(job));
		return job;
	}

	/** @return the services of the host; empty before it is open and after it was closed */
	public Optional<HostContext> context() {
		return closed ? Optional.empty() : Optional.ofNullable(host);
	}

	/** @return the jobs in the order in which they began */
	public List<JobRun> running() {
		return running;
	}

	/**
	 * @param nspace of a job
	 * @return the job, if it has not ended
	 */
	public Optional<JobRun> find(String nspace) {
		return running.stream().filter(job -> job.nspace().equals(nspace)).findFirst();
	}

	/**
	 * @param proc a process
	 * @return the rank; empty if the process is none, or its job has ended
	 */
	public Optional<RankRun> find(Proc proc) {
		return find(proc.nspace()).flatMap(job -> job.course().rank(proc.rank()));
	}
}
