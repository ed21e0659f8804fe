// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit.tests;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** One run of a sample class by JUnit's launcher, as a build or a development environment does it. */
final class SampleRun implements TestExecutionListener {
	private final Map<String, TestExecutionResult> results = new LinkedHashMap<>();
	private final Map<String, String> skipped = new LinkedHashMap<>();

	private SampleRun() {
	}

	/** Runs all tests of a class. */
	static SampleRun of(Class<?> sample) {
		SampleRun run = new SampleRun();
		LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(sample)).build();
		// services of bundles are not found by the class loader of a thread
		LauncherConfig config = LauncherConfig.builder().enableTestEngineAutoRegistration(false).addTestEngines(new JupiterTestEngine())
				.enableTestExecutionListenerAutoRegistration(false).enableLauncherSessionListenerAutoRegistration(false)
				.enableLauncherDiscoveryListenerAutoRegistration(false).enablePostDiscoveryFilterAutoRegistration(false).build();
		LauncherFactory.create(config).execute(request, run);
		return run;
	}

	@Override
	public void executionFinished(TestIdentifier test, TestExecutionResult result) {
		if (test.isTest() || result.getStatus() != Status.SUCCESSFUL) {
			results.put(test.getDisplayName(), result);
		}
	}

	@Override
	public void executionSkipped(TestIdentifier test, String reason) {
		skipped.put(test.getDisplayName(), reason);
	}

	/** Returns how each test ended, by the name that views show. */
	Map<String, Status> ends() {
		Map<String, Status> ends = new LinkedHashMap<>();
		results.forEach((name, result) -> ends.put(name, result.getStatus()));
		return ends;
	}

	/** Returns the exceptions of the tests that have failed. */
	List<Throwable> failures() {
		return results.values().stream().flatMap(result -> result.getThrowable().stream()).toList();
	}

	/** Returns why tests were not run, by their names. */
	Map<String, String> skipped() {
		return skipped;
	}

	/** Returns the exception of the only test. */
	Throwable failure() {
		if (results.size() != 1) {
			throw new AssertionError("not one test: " + ends());
		}
		TestExecutionResult result = results.values().iterator().next();
		return result.getThrowable().orElseThrow(() -> new AssertionError("the test has passed"));
	}

	/** Returns the message of the only test's exception. */
	String message() {
		return String.valueOf(failure().getMessage());
	}

	/** Returns the stack trace of the only test's exception, as builds print it. */
	String trace() {
		StringWriter text = new StringWriter();
		failure().printStackTrace(new PrintWriter(text));
		return text.toString();
	}
}
