// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.pmix4j.job.Job;
import org.pmix4j.job.JobEngine;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.model.Proc;

/** Runs the job of a test in an engine of its own, with a time limit. Stateless. */
public final class JobRunner {
	/** The extra time before the engine ends a job, in which its state is described. */
	private static final Duration FOR_DUMP = Duration.ofSeconds(1);
	/** The time for stack traces and the end of the job; then the engine is closed, which kills the ranks. */
	private static final Duration FOR_END = Duration.ofSeconds(60);

	private JobRunner() {
	}

	/** Keeps the stack traces of the ranks; the engine calls it on its thread. */
	private static final class Traces implements JobListener {
		private final Map<Proc, List<String>> lines = new ConcurrentHashMap<>();

		@Override
		public void onEvent(Job job, EngineEvent event) {
			if (event instanceof EngineEvent.StackTraced trace) {
				lines.put(trace.who(), trace.lines());
			}
		}

		String text() {
			return lines.entrySet().stream().sorted(Comparator.comparing(each -> each.getKey().rank().value()))
					.map(each -> "\nstack trace of rank " + each.getKey().rank() + ":\n"
							+ String.join("\n", ThreadDump.shortened(each.getValue())))
					.collect(Collectors.joining());
		}
	}

	/**
	 * Runs a job to its end in an engine, and leaves the engine open. An interrupt of the calling thread ends the job as if its time were up.
	 *
	 * @param <T>   type of the evaluation
	 * @param place the engine
	 * @param limit for the job
	 * @param order given the directory of the engine
	 * @param read  evaluates how the job ended
	 * @return the evaluation
	 */
	public static <T> T run(TestPlace place, Duration limit, Function<Path, JobSpec> order, Function<JobOutcome, T> read) {
		return run(place.engine(), place.directory(), limit, order.apply(place.directory()), read);
	}

	private static <T> T run(JobEngine engine, Path directory, Duration limit, JobSpec order, Function<JobOutcome, T> read) {
		OutputCollector output = new OutputCollector(System.out);
		Traces traces = new Traces();
		JobSpec limited = order.withSink(output).withTimeout(limit.plus(FOR_DUMP));
		JobSpec traced = limited.withOption(ReportOptions.STACK_TRACES, true);
		Job job = engine.launch(engine.unsupported(traced).isEmpty() ? traced : limited, traces);
		String waits = await(engine, job, limit);
		JobResult result = job.ended().join();
		Optional<String> hang = waits.isEmpty() || result.isSuccess() ? Optional.empty() : Optional.of(waits + traces.text());
		return read.apply(new JobOutcome(directory, result, job.ranks(), output, hang));
	}

	/** Waits for the end of a job, and returns its description if it has not ended in time. */
	private static String await(JobEngine engine, Job job, Duration limit) {
		String waits = "";
		boolean interrupted = false;
		try {
			job.ended().get(limit.toMillis(), TimeUnit.MILLISECONDS);
		} catch (ExecutionException e) {
			throw new IllegalStateException(e);
		} catch (TimeoutException e) {
			waits = "The test has not ended within " + limit.toSeconds() + " s.\n" + engine.dump().join();
		} catch (InterruptedException e) {
			interrupted = true;
			waits = "The test was interrupted.\n" + engine.dump().join();
			job.terminate();
		}
		try {
			job.ended().get(FOR_END.toMillis(), TimeUnit.MILLISECONDS);
		} catch (ExecutionException | TimeoutException e) {
			engine.close();
		} catch (InterruptedException e) {
			interrupted = true;
			engine.close();
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		return waits;
	}
}
