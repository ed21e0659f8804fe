// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.AssertionFailedError;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.junit.internal.job.JobOutcome;
import org.pmix4j.junit.internal.job.JobRunner;
import org.pmix4j.junit.internal.job.TestPlace;
import org.pmix4j.model.PmixException;

/**
 * Runs the program of a {@link Launch} before its test method. Immutable.
 *
 * @param launch the annotation of the method
 * @param ranks  how many ranks run the program
 */
record LaunchRun(Launch launch, int ranks) implements BeforeTestExecutionCallback, ParameterResolver {
	private static final Namespace NAMESPACE = Namespace.create(LaunchRun.class);
	private static final Pattern PROPERTY = Pattern.compile("\\$\\{([^}]+)}");

	@Override
	public void beforeTestExecution(ExtensionContext context) throws IOException, PmixException {
		JobSpec job = job();
		try (TestPlace engine = TestPlace.open(launch.engine(), launch.hosts())) {
			LaunchResult result = JobRunner.run(engine, Duration.ofSeconds(launch.timeout()), directory -> job, LaunchRun::ended);
			check(result);
			store(context).put(LaunchResult.class, result);
		}
	}

	private JobSpec job() {
		List<String> words = Arrays.stream(launch.value()).map(LaunchRun::resolved).toList();
		if (words.isEmpty()) {
			throw new IllegalArgumentException("@Launch names no program");
		}
		Map<String, String> variables = new LinkedHashMap<>();
		for (String entry : launch.environment()) {
			int sign = entry.indexOf('=');
			if (sign < 1) {
				throw new IllegalArgumentException("a variable is written as NAME=value, not '" + entry + "'");
			}
			variables.put(entry.substring(0, sign), resolved(entry.substring(sign + 1)));
		}
		return JobSpec.of(AppSpec.of(ranks, words.get(0), words.subList(1, words.size()).toArray(String[]::new)).withEnvironment(variables));
	}

	/** Replaces names of system properties by their values. */
	static String resolved(String word) {
		return PROPERTY.matcher(word).replaceAll(found -> {
			String value = System.getProperty(found.group(1));
			if (value == null) {
				throw new IllegalArgumentException("the system property " + found.group(1) + " is not set, which '" + word + "' needs");
			}
			return Matcher.quoteReplacement(value);
		});
	}

	private static LaunchResult ended(JobOutcome outcome) {
		outcome.hang().ifPresent(hang -> {
			throw new AssertionFailedError(hang + "\n" + outcome.output().report());
		});
		return new LaunchResult(outcome);
	}

	private void check(LaunchResult result) {
		if (result.exitCode() != launch.exitCode()) {
			throw new AssertionFailedError("exit code " + result.exitCode() + " instead of " + launch.exitCode() + "\n" + result.describe(),
					launch.exitCode(), result.exitCode());
		}
		for (String line : launch.output()) {
			Pattern expected = Pattern.compile(line);
			if (result.output().stream().noneMatch(text -> expected.matcher(text).matches())) {
				throw new AssertionFailedError("no line of the output is '" + line + "'\n" + result.describe(), line,
						String.join("\n", result.output()));
			}
		}
	}

	private static Store store(ExtensionContext context) {
		return context.getStore(NAMESPACE);
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == LaunchResult.class && parameter.getDeclaringExecutable().equals(context.getTestMethod()
				.orElse(null));
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return store(context).get(LaunchResult.class, LaunchResult.class);
	}
}
