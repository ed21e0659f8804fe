// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.junit;

import java.util.List;

import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/**
 * One run of a test method, which counts as a separate test in reports. Immutable.
 *
 * @param name      its name in reports
 * @param extension that runs it
 */
record RanksInvocation(String name, Extension extension) implements TestTemplateInvocationContext {
	/**
	 * Returns the run with a number of ranks.
	 *
	 * @throws IllegalArgumentException if there is no rank
	 */
	static TestTemplateInvocationContext of(int ranks, Extension extension) {
		if (ranks < 1) {
			throw new IllegalArgumentException("a test runs with at least 1 rank, not " + ranks);
		}
		return new RanksInvocation(ranks == 1 ? "1 rank" : ranks + " ranks", extension);
	}

	@Override
	public String getDisplayName(int index) {
		return name;
	}

	@Override
	public List<Extension> getAdditionalExtensions() {
		return List.of(extension);
	}
}
