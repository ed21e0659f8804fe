// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit;

import java.util.Arrays;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes each number of ranks of a {@link Launch} a test. Stateless. */
final class LaunchExtension implements TestTemplateInvocationContextProvider {
	@Override
	public boolean supportsTestTemplate(ExtensionContext context) {
		return AnnotationSupport.isAnnotated(context.getTestMethod(), Launch.class);
	}

	@Override
	public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
		Launch launch = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), Launch.class).orElseThrow();
		return Arrays.stream(launch.ranks()).mapToObj(ranks -> RanksInvocation.of(ranks, new LaunchRun(launch, ranks)));
	}
}
