// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.internal.rank;

import java.util.ArrayList;
import java.util.List;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.pmix4j.junit.internal.report.FailureTrace;
import org.pmix4j.junit.internal.report.RankReport;
import org.pmix4j.junit.internal.report.RankVerdict;

/** Collects how the test of a rank and the methods around it end. Used on the threads of JUnit. */
final class RankListener implements TestExecutionListener {
	private final List<FailureTrace> failures = new ArrayList<>();
	private final List<String> reasons = new ArrayList<>();
	private boolean hasRun;

	@Override
	public synchronized void executionSkipped(TestIdentifier test, String reason) {
		reasons.add("disabled: " + reason);
	}

	@Override
	public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
		hasRun |= test.isTest();
		switch (result.getStatus()) {
			case FAILED -> failures.add(FailureTrace.of(result.getThrowable().orElseGet(() -> new AssertionError("failed without a reason"))));
			case ABORTED -> reasons.add(result.getThrowable().map(Throwable::getMessage).orElse("aborted without a reason"));
			case SUCCESSFUL -> {
				// counted above
			}
		}
	}

	synchronized RankReport report() {
		if (!failures.isEmpty()) {
			return new RankReport(RankVerdict.FAILED, "", List.copyOf(failures));
		}
		if (!reasons.isEmpty()) {
			return new RankReport(RankVerdict.ABORTED, String.join("; ", reasons), List.of());
		}
		return hasRun ? new RankReport(RankVerdict.PASSED, "", List.of())
				: new RankReport(RankVerdict.FAILED, "", List.of(FailureTrace.of(new AssertionError("this rank has not found the test"))));
	}
}
