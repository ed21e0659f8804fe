// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.job;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.pmix4j.host.HostOptions;
import org.pmix4j.host.LocalHost;
import org.pmix4j.host.LocalJob;
import org.pmix4j.host.StackTrace;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.model.PmixException;

/** Runs the job of a test under its own host, with a time limit. Stateless. */
public final class JobRunner {
	/** The extra time before the host ends a job, in which its state is described. */
	private static final Duration FOR_DUMP = Duration.ofSeconds(1);
	/** The time for stack traces and the end of the job; then the host is closed, which kills the ranks. */
	private static final Duration FOR_END = Duration.ofSeconds(60);

	private JobRunner() {
	}

	/**
	 * Runs a job to its end. An interrupt of the calling thread ends the job as if its time were up.
	 *
	 * @param <T>   type of the evaluation
	 * @param limit for the job
	 * @param order given the directory of the session, which exists until the job was evaluated
	 * @param read  evaluates how the job ended
	 * @return the evaluation
	 * @throws IOException   if the host cannot be started
	 * @throws PmixException if the server cannot listen
	 */
	public static <T> T run(Duration limit, Function<Path, JobSpec> order, Function<JobOutcome, T> read) throws IOException, PmixException {
		OutputCollector output = new OutputCollector(System.out);
		try (LocalHost host = LocalHost.start(HostOptions.defaults())) {
			LocalJob job = host.launch(order.apply(host.directory()).withSink(output).withTimeout(limit.plus(FOR_DUMP))
					.withOption(ReportOptions.STACK_TRACES, true));
			String waits = await(host, job, limit);
			JobResult result = job.ended().join();
			Optional<String> hang = waits.isEmpty() || result.isSuccess() ? Optional.empty() : Optional.of(hang(waits, job));
			return read.apply(new JobOutcome(host.directory(), result, job.ranks(), output, hang));
		}
	}

	/** Waits for the end of a job, and returns its description if it has not ended in time. */
	private static String await(LocalHost host, LocalJob job, Duration limit) {
		String waits = "";
		boolean interrupted = false;
		try {
			job.ended().get(limit.toMillis(), TimeUnit.MILLISECONDS);
		} catch (ExecutionException e) {
			throw new IllegalStateException(e);
		} catch (TimeoutException e) {
			waits = "The test has not ended within " + limit.toSeconds() + " s.\n" + host.dump().join();
		} catch (InterruptedException e) {
			interrupted = true;
			waits = "The test was interrupted.\n" + host.dump().join();
			job.terminate();
		}
		try {
			job.ended().get(FOR_END.toMillis(), TimeUnit.MILLISECONDS);
		} catch (ExecutionException | TimeoutException e) {
			host.close();
		} catch (InterruptedException e) {
			interrupted = true;
			host.close();
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		return waits;
	}

	private static String hang(String waits, LocalJob job) {
		return waits + job.traces().stream().sorted(Comparator.comparing(trace -> trace.proc().rank().value())).map(JobRunner::text)
				.collect(Collectors.joining());
	}

	private static String text(StackTrace trace) {
		List<String> lines = ThreadDump.shortened(trace.lines());
		return "\nstack trace of rank " + trace.proc().rank() + ":\n" + String.join("\n", lines);
	}
}
