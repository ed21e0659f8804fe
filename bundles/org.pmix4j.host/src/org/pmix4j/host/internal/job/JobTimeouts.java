// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.LocalJob;
import org.pmix4j.host.internal.fate.FailureText;
import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.thread.Alarm;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.RankState;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.process.internal.trace.StackGroups;

/**
 * Ends one job when its time is up, after it has reported the states and stack traces of the ranks. Owned by its {@link JobController},
 * used on the host's thread; the traces may be read from any thread.
 *
 * @see "PRRTE 3.0.8, src/mca/plm/base/plm_base_launch_support.c: job_timeout_cb and spawn_timeout_cb"
 */
final class JobTimeouts {
	/** The longest wait for stack traces, as in PRRTE. */
	private static final Duration FOR_TRACES = Duration.ofSeconds(30);

	private final HostThread thread;
	private final LocalJob job;
	private final JobProgress progress;
	private final JobNotifier news;
	private final JobEnd end;
	private final Alarm start;
	private final Map<RankRun, EngineEvent.StackTraced> taken = new TreeMap<>(
			(one, other) -> Integer.compareUnsigned(one.proc().rank().value(), other.proc().rank().value()));
	private volatile List<EngineEvent.StackTraced> traces = List.of();
	private boolean isUp;

	JobTimeouts(HostThread thread, LocalJob job, JobProgress progress, JobNotifier news, JobEnd end) {
		this.thread = thread;
		this.job = job;
		this.progress = progress;
		this.news = news;
		this.end = end;
		start = new Alarm(thread);
	}

	/** Begins to limit the start of the job. */
	void starting() {
		Duration limit = job.spec().get(SpawnOptions.START_LIMIT);
		if (!limit.isZero()) {
			start.set(limit, () -> endAfterReports(JobFailure.startTimedOut(limit)));
			thread.whenDone(progress.started(), (runs, never) -> start.cancel());
		}
	}

	/** Ends the job, as it has run for the time that it was allowed. */
	void timedOut(Duration limit) {
		endAfterReports(JobFailure.timedOut(limit));
	}

	private void endAfterReports(JobFailure failure) {
		assert thread.inThread();
		if (end.isEnding() || isUp) {
			return;
		}
		isUp = true;
		if (job.spec().get(ReportOptions.STATES_AT_TIMEOUT)) {
			StateReport.of(job).forEach(news::tell);
		}
		if (job.spec().get(ReportOptions.STACK_TRACES)) {
			news.tell("Waiting for stack traces (this may take a few moments)...");
			CompletableFuture<?>[] all = progress.ranks().stream().filter(rank -> rank.state() != RankState.EXITED && rank.isRunning())
					.map(this::trace).toArray(CompletableFuture[]::new);
			thread.whenDone(thread.within(FOR_TRACES, CompletableFuture.allOf(all)), (done, problem) -> {
				tell();
				if (problem != null) {
					news.tell("stack traces are missing: " + problem.getMessage());
				}
				end.fail(failure, true);
			});
		} else {
			end.fail(failure, true);
		}
	}

	private CompletableFuture<Void> trace(RankRun rank) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		thread.whenDone(rank.agent().stackTrace(rank.pid().orElseThrow()), (lines, problem) -> {
			EngineEvent.StackTraced trace = new EngineEvent.StackTraced(Instant.now(), rank.proc(),
					problem == null ? lines : List.of("no stack trace: " + problem.getMessage()));
			taken.put(rank, trace);
			traces = List.copyOf(taken.values());
			news.onEvent(trace);
			done.complete(null);
		});
		return done;
	}

	/** Shows each stack trace once, with all ranks of one program that have it. */
	private void tell() {
		Map<String, Map<RankRun, List<String>>> byProgram = new LinkedHashMap<>();
		taken.forEach((rank, trace) -> byProgram.computeIfAbsent(program(rank), first -> new LinkedHashMap<>()).put(rank, trace.lines()));
		byProgram.forEach((program, lines) -> StackGroups.of(lines).forEach(group -> tell(program, group)));
	}

	private void tell(String program, StackGroups.Group<RankRun> group) {
		List<RankRun> ranks = group.members();
		String pid = ranks.size() > 1 ? "" : ", PID " + ranks.get(0).pid().orElse(0) + " on " + ranks.get(0).node().name();
		news.tell(FailureText.numbered(ranks) + " (" + program + pid + "):");
		group.lines().forEach(line -> news.tell(FailureText.INDENT + line.replace("\t", FailureText.INDENT)));
	}

	private String program(RankRun rank) {
		String program = job.spec().apps().get(rank.appNumber()).program();
		return program.substring(program.lastIndexOf('/') + 1);
	}

	/** Returns the stack traces that were taken. */
	List<EngineEvent.StackTraced> traces() {
		return traces;
	}
}
