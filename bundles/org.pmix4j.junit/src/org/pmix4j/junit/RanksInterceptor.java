// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.engine.UniqueId;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.PlacementOptions;
import org.pmix4j.junit.internal.command.RankCommand;
import org.pmix4j.junit.internal.job.JobRunner;
import org.pmix4j.junit.internal.job.TestPlace;
import org.pmix4j.junit.internal.rank.RankMain;
import org.pmix4j.model.PmixException;

/**
 * Runs a test method in the JVMs of ranks, instead of in the JVM of the build. Immutable.
 *
 * @param test  the annotation of the method
 * @param ranks how many ranks run it
 */
record RanksInterceptor(RanksTest test, int ranks) implements InvocationInterceptor, ParameterResolver {
	private static final String JUPITER = "junit-jupiter";

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return RankParameters.isClient(parameter);
	}

	/** Returns nothing, since the methods that have such parameters are not called in this JVM. */
	@Override
	public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return null;
	}

	@Override
	public void interceptBeforeEachMethod(Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method,
			ExtensionContext context) {
		invocation.skip();
	}

	@Override
	public void interceptAfterEachMethod(Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method,
			ExtensionContext context) {
		invocation.skip();
	}

	@Override
	public void interceptTestTemplateMethod(Invocation<@Nullable Void> invocation, ReflectiveInvocationContext<Method> method,
			ExtensionContext context) throws IOException, PmixException {
		invocation.skip();
		RankCommand command = new RankCommand(context.getRequiredTestClass(), List.of(test.properties()), List.of(test.jvmOptions()));
		String id = template(UniqueId.parse(context.getUniqueId())).toString();
		try (TestPlace engine = TestPlace.open(test.engine(), test.hosts())) {
			JobRunner.run(engine, Duration.ofSeconds(test.timeout()), directory -> job(command, directory, id), RankResults::of).require();
		}
	}

	private JobSpec job(RankCommand command, Path directory, String method) {
		return JobSpec.of(AppSpec.of(ranks, RankCommand.java(), command.write(directory), RankMain.class.getName(), directory.toString(), method)
				.withOption(PlacementOptions.BIND_TO, "none"));
	}

	/** Returns the id of the method of a run; the engine may run as a part of a suite, which ranks do not need. */
	private static UniqueId template(UniqueId run) {
		List<UniqueId.Segment> segments = run.getSegments();
		int engine = 0;
		while (!segments.get(engine).getValue().equals(JUPITER)) {
			engine++;
		}
		UniqueId method = UniqueId.forEngine(JUPITER);
		for (UniqueId.Segment segment : segments.subList(engine + 1, segments.size() - 1)) {
			method = method.append(segment);
		}
		return method;
	}
}
