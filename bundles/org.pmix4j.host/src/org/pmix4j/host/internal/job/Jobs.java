// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.plan.LaunchParts;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.session.SessionChoice;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.spawn.ToolDirectives;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.OutputSink;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * The jobs of one host that have not ended, including jobs that processes have spawned. Owned by the host; may be used from any
 * thread.
 */
public final class Jobs {
	/** The time that the end of a host takes at most, beside {@link #killTimeout}. */
	public static final Duration CLOSE_LIMIT = Duration.ofSeconds(20);

	private final Namespaces namespaces;
	private final OutputSink sink;
	private final List<JobHandle> running = new CopyOnWriteArrayList<>();
	/** The same jobs by namespace, as each event of a process looks for its job. */
	private final Map<String, JobHandle> byName = new ConcurrentHashMap<>();
	private final Set<JobHandle> submitted = ConcurrentHashMap.newKeySet();
	private final ToolDirectives directives = new ToolDirectives();
	private volatile Optional<JobHandle> directed = Optional.empty();
	private volatile @Nullable HostContext host;
	/** Held while a job is added and while the host closes, so that each job is either refused or ended. */
	private final Object admission = new Object();
	private volatile boolean closed;

	/**
	 * @param namespaces names of the host
	 * @param sink       takes the output of jobs that belong to no other job
	 */
	public Jobs(Namespaces namespaces, OutputSink sink) {
		this.namespaces = namespaces;
		this.sink = sink;
	}

	/** @return takes the output of jobs that tools spawn while none is launched */
	public OutputSink sink() {
		return sink;
	}

	/** @return the directives of the tool that has started this launcher */
	public ToolDirectives directives() {
		return directives;
	}

	/**
	 * Opens the host for jobs.
	 *
	 * @param context the services of the host
	 */
	public void begin(HostContext context) {
		host = context;
	}

	/**
	 * Closes the host for new jobs and ends those that run: in order, then by killing them with their output, and at last without their
	 * processes, so that every job has a result. Blocks; not to be called on the host's thread.
	 *
	 * @param orderly limit for the orderly end, the time between TERM and KILL included
	 * @param killing limit for the killing
	 */
	public void close(Duration orderly, Duration killing) {
		refuseFurther();
		running.forEach(JobHandle::terminate);
		if (!awaitEnd(orderly)) {
			running.forEach(JobHandle::abandon);
			if (!awaitEnd(killing)) {
				running.forEach(JobHandle::giveUp);
			}
		}
	}

	/**
	 * Closes a host that has failed for new jobs, and completes those that run.
	 *
	 * @param reason one line for the user
	 */
	public void fail(String reason) {
		refuseFurther();
		running.forEach(job -> job.course().hostFailed(reason));
	}

	private void refuseFurther() {
		synchronized (admission) {
			closed = true;
		}
	}

	/** Interrupts all jobs, as {@link #interrupt(HostThread, List)}; also while the host closes. */
	public void interrupt() {
		HostContext context = host;
		if (context != null) {
			interrupt(context.thread(), running);
		}
	}

	/**
	 * Ends jobs in order, and those sooner that are being ended already. They are distinguished before any is ended, as one takes the jobs
	 * along that it has spawned.
	 *
	 * @param thread of the host
	 * @param some   jobs
	 */
	public static void interrupt(HostThread thread, List<JobHandle> some) {
		thread.execute(() -> {
			List<JobHandle> ending = some.stream().filter(job -> job.course().isEnding()).toList();
			some.forEach(job -> job.course().thread().run(job.course().end()::cancel));
			ending.forEach(job -> job.course().thread().run(job.course().end()::hasten));
		});
	}

	/** @return the longest time between TERM and KILL of any job */
	public Duration killTimeout() {
		return running.stream().map(job -> job.spec().killTimeout()).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
	}

	private boolean awaitEnd(Duration limit) {
		CompletableFuture<?>[] ends = running.stream().map(job -> job.course().ended()).toArray(CompletableFuture[]::new);
		try {
			CompletableFuture.allOf(ends).get(limit.toMillis(), TimeUnit.MILLISECONDS);
			return true;
		} catch (TimeoutException e) {
			return false;
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return false;
		} catch (ExecutionException e) {
			throw new IllegalStateException("the end of a job never fails", e);
		}
	}

	/**
	 * Starts a job in the session that its options name, or in the default session.
	 *
	 * @param spec     the order
	 * @param listener follows the job and its family; called before the listener of the host
	 * @return the job, which is under way
	 * @throws IllegalStateException if the host is closed
	 */
	public JobHandle launch(JobSpec spec, JobListener listener) {
		HostContext context = context().orElseThrow(Jobs::closed);
		try {
			return launch(context, LaunchParts.of(spec), listener);
		} catch (PmixException e) {
			return refuse(context, spec, listener, e);
		}
	}

	private JobHandle launch(HostContext context, LaunchParts parts, JobListener listener) {
		try {
			return begin(context, parts, listener);
		} catch (PmixException e) {
			return refuse(context, parts.first().spec(), listener, e);
		}
	}

	private JobHandle begin(HostContext context, LaunchParts parts, JobListener listener) throws PmixException {
		JobSpec spec = parts.first().spec();
		SessionRun session = SessionChoice.named(spec.options(), context.sessions()).orElseGet(context.sessions()::main);
		LaunchRequest request = directives.request(spec, listener);
		boolean isDirected = request.spawner().isPresent();
		if (isDirected && !parts.others().isEmpty()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "the tool that has started this launcher follows one job, but the programs are"
					+ " linked with different MPI libraries, each of which has a job; use one library");
		}
		return launch(context, request, session, job -> {
			if (isDirected) {
				direct(context, request, job);
			}
			startAll(context, session, job, parts);
		});
	}

	/** Starts a launched job, and those of the same launch beside it. */
	private void startAll(HostContext context, SessionRun session, JobHandle first, LaunchParts parts) {
		List<JobHandle> beside = new ArrayList<>();
		for (LaunchParts.Part part : parts.others()) {
			admit(context, LaunchRequest.of(part.spec(), JobListener.NONE), session, Optional.of(first)).ifPresent(beside::add);
		}
		if (!beside.isEmpty()) {
			List<Integer> numbers = new ArrayList<>();
			numbers.add(first.number());
			beside.forEach(job -> numbers.add(job.number()));
			first.course().tell(parts.text(numbers));
		}
		first.course().start();
		for (JobHandle job : beside) {
			job.course().thread().run(job.course()::start);
		}
	}

	/** Adds a job, and begins it on the host's thread, before the host may end it. */
	private JobHandle launch(HostContext context, LaunchRequest request, SessionRun session, Consumer<JobHandle> begin) {
		synchronized (admission) {
			JobHandle job = admit(context, request, session, Optional.empty()).orElseThrow(Jobs::closed);
			job.course().thread().execute(() -> begin.accept(job));
			return job;
		}
	}

	private static IllegalStateException closed() {
		return new IllegalStateException("the host is closed");
	}

	/** Connects a launched job with the tool that has started the launcher. */
	private void direct(HostContext context, LaunchRequest request, JobHandle job) {
		directed = Optional.of(job);
		context.server().launchedFor(request.spawner().orElseThrow(), job.nspace(), directives.infos());
		for (String text : request.ignored()) {
			job.course().tellOnce(text, "launch of job " + job.number() + ": " + text);
		}
	}

	private JobHandle refuse(HostContext context, JobSpec spec, JobListener listener, PmixException reason) {
		return launch(context, LaunchRequest.of(spec, listener), context.sessions().main(),
				job -> job.course().refuse(JobFailure.notLaunched(reason.getMessage())));
	}

	/**
	 * Starts a job in the main session for a submitter, as {@link #launch}; no job of a tool joins its family.
	 *
	 * @param parts    the order
	 * @param listener follows the jobs and their family
	 * @return the first job, which is under way
	 */
	public JobHandle submit(LaunchParts parts, JobListener listener) {
		JobHandle job = launch(context().orElseThrow(Jobs::closed), parts, listener);
		submitted.add(job);
		job.course().ties().familyOver().thenRun(() -> submitted.remove(job));
		return job;
	}

	/**
	 * @param job a launched or submitted job
	 * @return the running jobs of its family
	 */
	public List<JobHandle> family(JobHandle job) {
		return running.stream().filter(each -> each.course().ties().family() == job.course().ties().family()).toList();
	}

	/**
	 * @param job a launched or submitted job
	 * @return completes on the host's thread with the result of its family
	 */
	public CompletableFuture<JobResult> familyOver(JobHandle job) {
		return job.course().ties().familyOver();
	}

	/**
	 * Starts a job for a process. Called on the host's thread.
	 *
	 * @param context the services of the host
	 * @param session the session that it runs in
	 * @param request of the process
	 * @param parent  the job of the process; empty if it is a tool, whose jobs join the only launched one, if there is one
	 * @return the job, which is under way
	 * @throws PmixException JOB_CANCELED if the host is closed
	 */
	public JobHandle spawn(HostContext context, SessionRun session, LaunchRequest request, Optional<JobHandle> parent)
			throws PmixException {
		assert context.thread().inThread();
		JobHandle job = admit(context, request, session, parent.or(this::onlyFamily))
				.orElseThrow(() -> new PmixException(Status.ERR_JOB_CANCELED, "spawn: the host is closing"));
		job.course().thread().run(job.course()::start);
		return job;
	}

	/** Returns a job of the only family; empty if there are several families or none, or it belongs to a tool that did not start the host. */
	private Optional<JobHandle> onlyFamily() {
		if (directed.filter(running::contains).isPresent()) {
			return directed;
		}
		if (!submitted.isEmpty() || running.stream().anyMatch(job -> job.course().ties().isEldest() && job.spawner().isPresent())) {
			return Optional.empty();
		}
		boolean single = running.stream().map(job -> job.course().ties().family()).distinct().count() == 1;
		return single ? running.stream().findFirst() : Optional.empty();
	}

	/** Adds a job; empty if the host is closed. */
	private Optional<JobHandle> admit(HostContext context, LaunchRequest request, SessionRun session, Optional<JobHandle> relative) {
		synchronized (admission) {
			return closed ? Optional.empty() : Optional.of(add(context, request, session, relative));
		}
	}

	private JobHandle add(HostContext context, LaunchRequest request, SessionRun session, Optional<JobHandle> relative) {
		int number = namespaces.nextNumber();
		JobHandle job = new JobHandle(context, session, request, relative, number, namespaces.name(number));
		running.add(job);
		byName.put(job.nspace(), job);
		session.join(job);
		request.spawner().ifPresent(spawner -> context.sessions().spawned(spawner.nspace(), job.nspace()));
		job.course().ended().thenAccept(result -> {
			running.remove(job);
			byName.remove(job.nspace());
			if (context.thread().inThread()) {
				session.leave(job, result.status());
				context.sessions().gone(job.nspace(), result.status());
			}
		});
		return job;
	}

	/** @return the services of the host; empty before it is open and after it was closed */
	public Optional<HostContext> context() {
		return closed ? Optional.empty() : Optional.ofNullable(host);
	}

	/** @return the jobs in the order in which they began */
	public List<JobHandle> running() {
		return running;
	}

	/**
	 * @param nspace of a job
	 * @return the job, if it has not ended
	 */
	public Optional<JobHandle> find(String nspace) {
		return Optional.ofNullable(byName.get(nspace));
	}

	/**
	 * @param proc a process
	 * @return the rank; empty if the process is none, or its job has ended
	 */
	public Optional<RankRun> find(Proc proc) {
		return find(proc.nspace()).flatMap(job -> job.course().rank(proc.rank()));
	}
}
