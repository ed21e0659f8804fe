// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.rank;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.pmix4j.junit.internal.report.FailureTrace;
import org.pmix4j.junit.internal.report.RankReport;
import org.pmix4j.junit.internal.report.RankVerdict;

/**
 * Collects how the test of a rank and the methods around it end. Owned by {@link RankMain}, used on the threads of JUnit. JUnit swallows
 * exceptions of listeners, so a test counts as ended only after its result was collected.
 */
public final class RankListener implements TestExecutionListener {
	private final List<FailureTrace> failures = new ArrayList<>();
	private final List<String> reasons = new ArrayList<>();
	private final Set<String> running = new LinkedHashSet<>();
	private boolean hasPassed;

	@Override
	public synchronized void executionSkipped(TestIdentifier test, String reason) {
		reasons.add("disabled: " + reason);
	}

	@Override
	public synchronized void executionStarted(TestIdentifier test) {
		running.add(test.getUniqueId());
	}

	@Override
	public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
		Throwable thrown = result.getThrowable().orElseGet(() -> new AssertionError("without a reason"));
		switch (result.getStatus()) {
			case FAILED -> failures.add(FailureTrace.of(thrown));
			case ABORTED -> reasons.add(RankReport.aborted(thrown).reason());
			case SUCCESSFUL -> hasPassed |= test.isTest();
		}
		running.remove(test.getUniqueId());
	}

	/** @return how the test has ended; failed if the end of any part of it is unknown */
	public synchronized RankReport report() {
		List<FailureTrace> all = new ArrayList<>(failures);
		if (!running.isEmpty()) {
			all.add(unknown("the result is unknown of " + running.stream().sorted().collect(Collectors.joining(", "))));
		} else if (!hasPassed && all.isEmpty() && reasons.isEmpty()) {
			all.add(unknown("this rank has not found the test"));
		}
		if (!all.isEmpty()) {
			return new RankReport(RankVerdict.FAILED, "", List.copyOf(all));
		}
		return reasons.isEmpty() ? new RankReport(RankVerdict.PASSED, "", List.of())
				: new RankReport(RankVerdict.ABORTED, String.join("; ", reasons), List.of());
	}

	private static FailureTrace unknown(String message) {
		return FailureTrace.of(new AssertionError(message));
	}
}
