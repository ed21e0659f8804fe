// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.submit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.plan.JobPlanner;
import org.pmix4j.host.internal.plan.LaunchParts;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.SessionChoice;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.OptionType;
import org.pmix4j.job.options.TerminalSize;
import org.pmix4j.job.submission.SubmissionKeys;
import org.pmix4j.model.App;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.placement.internal.allocation.PlacementFiles;
import org.pmix4j.placement.internal.mapping.NodePool;
import org.pmix4j.placement.internal.mapping.RankCounts;

/**
 * The jobs that tools have submitted and that have not ended. Each is launched as by its own launcher, with the submitter in the place
 * of the launcher's terminal: the submitter gets its output, messages and result, may interrupt it, and takes it along when it is lost.
 * Owned by the host, used on its thread.
 */
public final class Submissions {
	private final HostThread thread;
	private final Jobs jobs;
	private final Map<Proc, List<Submitted>> submitted = new HashMap<>();

	/** A job and the sink of its submitter. */
	private record Submitted(JobHandle job, SubmitterSink sink) {
	}

	/**
	 * @param thread owns the jobs
	 * @param jobs   of the host
	 */
	public Submissions(HostThread thread, Jobs jobs) {
		this.thread = thread;
		this.jobs = jobs;
	}

	/**
	 * @param infos of a spawn request
	 * @return whether a tool submits a job with it
	 */
	public static boolean isSubmission(Infos infos) {
		return infos.contains(SubmissionKeys.SUBMIT);
	}

	/**
	 * Launches a job for a tool.
	 *
	 * @param tool  the submitter
	 * @param infos directives for the job
	 * @param apps  its programs
	 * @return its namespace, immediately; fails if the job cannot be read, after the reason was reported to the tool
	 */
	public CompletionStage<String> submit(Proc tool, Infos infos, List<App> apps) {
		assert thread.inThread();
		Optional<HostContext> host = jobs.context();
		if (host.isEmpty()) {
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_JOB_CANCELED, "the server is closing"));
		}
		SubmitterSink sink = new SubmitterSink(thread, host.get().server(), tool);
		try {
			JobSpec spec = SubmissionReader.read(infos, apps, sink);
			boolean open = spec.apps().stream().anyMatch(app -> !app.options().isSet(AppOptions.RANKS));
			if (!open && LaunchParts.isOne(spec)) {
				return CompletableFuture.completedFuture(launch(tool, LaunchParts.of(spec), sink));
			}
			PlacementFiles.Use<JobSpec> counting = open ? counting(spec, host.get()) : files -> spec;
			if (LaunchParts.isOne(spec) && !PlacementFiles.areNamed(spec) && !JobPlanner.isLong(spec)) {
				return CompletableFuture.completedFuture(launch(tool, LaunchParts.of(counting.of(PlacementFiles.NONE)), sink));
			}
			return launchLater(tool, spec, counting, host.get(), sink);
		} catch (PmixException refused) {
			return refuse(tool, sink, refused);
		}
	}

	private static CompletableFuture<String> refuse(Proc tool, SubmitterSink sink, PmixException reason) {
		sink.say(tool, String.valueOf(reason.getMessage()), Infos.EMPTY);
		return CompletableFuture.failedFuture(reason);
	}

	/** Launches a job after its hostfiles are read, its ranks are counted and its programs are looked at, on another thread. */
	private CompletionStage<String> launchLater(Proc tool, JobSpec spec, PlacementFiles.Use<JobSpec> counting, HostContext host,
			SubmitterSink sink) {
		CompletableFuture<String> launched = new CompletableFuture<>();
		Callable<LaunchParts> reading = () -> LaunchParts.of(PlacementFiles.use(spec, host.memory().share(), counting));
		thread.answering(launched).whenDone(thread.aside(reading), (counted, problem) -> {
			try {
				if (jobs.context().isEmpty()) {
					throw new PmixException(Status.ERR_JOB_CANCELED, "the server is closing");
				}
				if (problem != null) {
					throw problem instanceof PmixException known ? known
							: new PmixException(Status.ERR_JOB_FAILED_TO_MAP, String.valueOf(problem.getMessage()), problem);
				}
				launched.complete(launch(tool, counted, sink));
			} catch (PmixException refused) {
				refuse(tool, sink, refused).whenComplete((name, failure) -> launched.completeExceptionally(failure));
			}
		});
		return launched;
	}

	private String launch(Proc tool, LaunchParts parts, SubmitterSink sink) {
		JobHandle job = jobs.submit(parts, new Messages(sink));
		sink.launched(job.nspace());
		add(tool, new Submitted(job, sink));
		return job.nspace();
	}

	/** Gives each program a number of ranks: one for each slot that no other job uses, or as a policy maps them. On any thread. */
	private static PlacementFiles.Use<JobSpec> counting(JobSpec spec, HostContext host) throws PmixException {
		SessionRun session = SessionChoice.named(spec.options(), host.sessions()).orElseGet(host.sessions()::main);
		NodePool pool = new NodePool(session.nodes().pool(), session.resources().busy(), host.sessions().taken(),
				Optional.of(session.nodes().home().node()), Optional.empty());
		return files -> RankCounts.complete(spec, pool, files);
	}

	private void add(Proc tool, Submitted one) {
		submitted.computeIfAbsent(tool, key -> new ArrayList<>()).add(one);
		thread.whenDone(jobs.familyOver(one.job), (result, problem) -> {
			submitted.computeIfPresent(tool, (key, list) -> {
				list.remove(one);
				return list.isEmpty() ? null : list;
			});
			tell(one, result);
		});
	}

	/** Sends the result behind all output: the exit code of the family, and the message of the submitted job. */
	private static void tell(Submitted one, JobResult result) {
		String message = one.job.course().ended().join().message().orElse("");
		one.sink.sayLast(Proc.wildcard(one.job.nspace()), message,
				Infos.EMPTY.with(ProcAttributes.EXIT_CODE, result.exitCode()).with(JobAttributes.JOB_TERM_STATUS, result.status()));
	}

	/**
	 * Follows an order of a submitter that only it may give.
	 *
	 * @param tool       the requester
	 * @param targets    the namespaces that it names
	 * @param directives what is to be done
	 * @return whether the directives were such an order
	 * @throws PmixException NOT_FOUND if the tool has submitted no such job
	 */
	public boolean control(Proc tool, List<Proc> targets, Infos directives) throws PmixException {
		assert thread.inThread();
		boolean interrupt = directives.isTrue(SubmissionKeys.INTERRUPT);
		boolean describe = directives.isTrue(SubmissionKeys.DESCRIBE);
		Optional<TerminalSize> resized = directives.get(SubmissionKeys.TERMINAL_SIZE).flatMap(OptionType.TERMINAL_SIZE::parse);
		if (!interrupt && !describe && resized.isEmpty()) {
			return false;
		}
		List<Submitted> mine = submitted.getOrDefault(tool, List.of()).stream()
				.filter(one -> targets.isEmpty() || targets.stream().anyMatch(target -> target.nspace().equals(one.job.nspace()))).toList();
		if (mine.isEmpty()) {
			throw new PmixException(Status.ERR_NOT_FOUND, "the tool " + tool + " has submitted no such job");
		}
		for (Submitted one : mine) {
			if (interrupt) {
				Jobs.interrupt(thread, jobs.family(one.job));
			}
			resized.ifPresent(size -> jobs.family(one.job).forEach(job -> job.resizeTerminals(size)));
			if (describe) {
				jobs.family(one.job).forEach(job -> job.dump().lines().forEach(line -> one.sink.say(tool, line, Infos.EMPTY)));
			}
		}
		return true;
	}

	/**
	 * Returns when a job that the tool has submitted takes input.
	 *
	 * @param tool   the tool
	 * @param nspace of the job
	 * @return completes when all its ranks run, or cannot; empty if the tool has submitted no such job
	 */
	public Optional<CompletableFuture<Boolean>> started(Proc tool, String nspace) {
		return submitted.getOrDefault(tool, List.of()).stream().filter(one -> one.job.nspace().equals(nspace)).findFirst()
				.map(one -> one.job.course().started());
	}

	/**
	 * Ends the jobs of a lost submitter with their descendants, as a launcher that is killed takes its ranks along.
	 *
	 * @param tool a tool that has gone without a farewell
	 */
	public void lost(Proc tool) {
		assert thread.inThread();
		for (Submitted one : List.copyOf(submitted.getOrDefault(tool, List.of()))) {
			Jobs.interrupt(thread, jobs.family(one.job));
		}
	}

	/** Sends the messages and reports of a family to the submitter. */
	private record Messages(SubmitterSink sink) implements JobListener {
		@Override
		public void message(Job job, String text) {
			sink.say(Proc.wildcard(job.nspace()), text, Infos.EMPTY);
		}

		@Override
		public void report(Job job, String text) {
			sink.say(Proc.wildcard(job.nspace()), text, Infos.EMPTY.with(SubmissionKeys.REPORT, true));
		}
	}
}
