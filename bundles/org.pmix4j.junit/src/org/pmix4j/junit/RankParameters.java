// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit;

import java.lang.reflect.Method;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.pmix4j.client.PmixClient;
import org.pmix4j.junit.internal.rank.RankJvm;
import org.pmix4j.model.PmixException;

/**
 * Passes the client of a rank to methods of its test. Immutable.
 *
 * @param jvm the rank
 */
record RankParameters(RankJvm jvm) implements ParameterResolver {
	/** Returns whether a parameter is a client; constructors run in the JVM of the build, too, which has none. */
	static boolean isClient(ParameterContext parameter) {
		return parameter.getParameter().getType() == PmixClient.class && parameter.getDeclaringExecutable() instanceof Method;
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return isClient(parameter);
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		try {
			return jvm.client();
		} catch (PmixException e) {
			throw new ParameterResolutionException("the rank cannot join its job: " + e.getMessage(), e);
		}
	}
}
