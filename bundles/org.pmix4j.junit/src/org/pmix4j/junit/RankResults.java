// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.RankProcess;
import org.pmix4j.junit.internal.job.JobOutcome;
import org.pmix4j.junit.internal.report.FailureTrace;
import org.pmix4j.junit.internal.report.RankReport;
import org.pmix4j.junit.internal.report.RankVerdict;

/**
 * The results of a test in all its ranks. Immutable.
 *
 * @param outcome of the job
 * @param reports of the ranks, in their order; empty for a rank that ended before its test
 */
record RankResults(JobOutcome outcome, List<Optional<RankReport>> reports) {
	/** Reads the reports of the ranks. */
	static RankResults of(JobOutcome outcome) {
		return new RankResults(outcome, outcome.ranks().stream().map(rank -> RankReport.read(outcome.directory(), number(rank))).toList());
	}

	private static int number(RankProcess rank) {
		return rank.proc().rank().value();
	}

	/**
	 * Returns if the test has passed in all ranks.
	 *
	 * @throws AssertionFailedError if it has failed in one, or has not ended; describes all ranks
	 * @throws TestAbortedException if it was aborted in one and failed in none
	 */
	void require() {
		if (outcome.hang().isEmpty() && !with(RankVerdict.ABORTED).isEmpty() && with(RankVerdict.FAILED).isEmpty() && !isLost()) {
			throw new TestAbortedException(states());
		}
		boolean isPassed = outcome.hang().isEmpty() && outcome.result().isSuccess() && with(RankVerdict.PASSED).size() == reports.size();
		if (!isPassed) {
			throw error();
		}
	}

	/** Returns whether a rank has ended by itself without a report. */
	private boolean isLost() {
		return outcome.ranks().stream().anyMatch(rank -> reports.get(number(rank)).isEmpty()
				&& rank.fate().filter(fate -> fate.cause() != ExitOutcome.Cause.KILLED).isPresent());
	}

	private List<Integer> with(RankVerdict verdict) {
		List<Integer> ranks = new ArrayList<>();
		for (int rank = 0; rank < reports.size(); rank++) {
			if (reports.get(rank).filter(report -> report.verdict() == verdict).isPresent()) {
				ranks.add(rank);
			}
		}
		return ranks;
	}

	private AssertionFailedError error() {
		List<Integer> failed = with(RankVerdict.FAILED);
		Optional<Integer> first = outcome.result().culprit().map(RankResults::number).filter(failed::contains)
				.or(() -> failed.stream().findFirst());
		AssertionFailedError error = first.map(rank -> failures(rank).get(0)).map(trace -> error(message(), trace))
				.orElseGet(() -> new AssertionFailedError(message()));
		first.ifPresent(rank -> suppress(error, rank));
		failed.stream().filter(rank -> first.filter(rank::equals).isEmpty()).forEach(rank -> suppress(error, rank));
		return error;
	}

	/** Makes an error that development environments show at the line of the rank's exception, and with the two values that differ. */
	private static AssertionFailedError error(String message, FailureTrace trace) {
		AssertionFailedError error = trace.compared().isEmpty() ? new AssertionFailedError(message)
				: new AssertionFailedError(message, trace.compared().get(0), trace.compared().get(1));
		error.setStackTrace(trace.frames().toArray(StackTraceElement[]::new));
		return error;
	}

	private void suppress(AssertionFailedError error, int rank) {
		failures(rank).forEach(failure -> error.addSuppressed(failure.toThrowable("rank " + rank + ": ")));
	}

	private List<FailureTrace> failures(int rank) {
		return reports.get(rank).map(RankReport::failures).orElse(List.of());
	}

	private String message() {
		List<String> parts = new ArrayList<>();
		outcome.hang().ifPresent(parts::add);
		parts.add(states());
		if (outcome.hang().isEmpty() && with(RankVerdict.FAILED).isEmpty()) {
			outcome.result().message().ifPresent(parts::add);
		}
		parts.add(outcome.output().report());
		return parts.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining("\n"));
	}

	/** Describes all ranks, those with the same fate in one line; those that have failed come first. */
	private String states() {
		Map<String, List<String>> ranks = new LinkedHashMap<>();
		with(RankVerdict.FAILED).forEach(rank -> add(rank, ranks));
		with(RankVerdict.ABORTED).forEach(rank -> add(rank, ranks));
		for (int rank = 0; rank < reports.size(); rank++) {
			if (reports.get(rank).isEmpty()) {
				add(rank, ranks);
			}
		}
		with(RankVerdict.PASSED).forEach(rank -> add(rank, ranks));
		return ranks.entrySet().stream().map(entry -> (entry.getValue().size() == 1 ? "rank " : "ranks ") + String.join(", ", entry.getValue())
				+ ": " + entry.getKey()).collect(Collectors.joining("\n"));
	}

	private void add(int rank, Map<String, List<String>> ranks) {
		ranks.computeIfAbsent(reports.get(rank).map(RankResults::text).orElseGet(() -> withoutReport(outcome.ranks().get(rank))),
				state -> new ArrayList<>()).add(Integer.toString(rank));
	}

	private static String text(RankReport report) {
		return switch (report.verdict()) {
			case PASSED -> "passed";
			case ABORTED -> "aborted: " + report.reason();
			case FAILED -> report.failures().get(0).text();
		};
	}

	private static String withoutReport(RankProcess rank) {
		return rank.fate().map(fate -> switch (fate.cause()) {
			case KILLED -> "was ended before the end of the test";
			case FINISHED -> "exited with code 0 before the end of the test";
			default -> fate.description() + " before the end of the test";
		}).orElse("was not started");
	}
}
