// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit;

import java.util.Arrays;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.pmix4j.junit.internal.rank.RankJvm;

/** Makes each number of ranks of a {@link RanksTest} a test; in the JVM of a rank, the test is the method itself. Stateless. */
final class RanksExtension implements TestTemplateInvocationContextProvider {
	@Override
	public boolean supportsTestTemplate(ExtensionContext context) {
		return AnnotationSupport.isAnnotated(context.getTestMethod(), RanksTest.class);
	}

	@Override
	public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
		if (RankJvm.current().isPresent()) {
			return Stream.of(new RanksInvocation("this rank", new RankParameters(RankJvm.current().get())));
		}
		RanksTest test = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), RanksTest.class).orElseThrow();
		return Arrays.stream(test.value()).mapToObj(ranks -> RanksInvocation.of(ranks, new RanksInterceptor(test, ranks)));
	}
}
