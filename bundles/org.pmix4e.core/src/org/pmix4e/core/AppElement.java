// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import org.pmix4j.host.AppSpec;

/** One program of a job. Owned by its namespace. */
public final class AppElement implements JobElement {
	private final NamespaceElement namespace;
	private final int number;
	private final AppSpec app;
	private final List<RankElement> ranks;

	/** The ranks of a program follow each other. */
	AppElement(NamespaceElement namespace, int number, AppSpec app, int firstRank) {
		this.namespace = namespace;
		this.number = number;
		this.app = app;
		ranks = IntStream.range(firstRank, firstRank + app.ranks()).mapToObj(rank -> new RankElement(this, rank)).toList();
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(namespace);
	}

	/** @return its job */
	public NamespaceElement namespace() {
		return namespace;
	}

	@Override
	public List<RankElement> children() {
		return ranks;
	}

	/** @return the name of the program without its folders */
	@Override
	public String name() {
		return app.program().substring(app.program().lastIndexOf('/') + 1);
	}

	/** @return its number among the programs of the job, from 0 */
	public int number() {
		return number;
	}

	/** @return the program as it was named */
	public String program() {
		return app.program();
	}

	/** @return its arguments */
	public List<String> arguments() {
		return app.arguments();
	}

	/** @return how far all of its ranks have come; the worst of their fates, once they have ended */
	@Override
	public ElementState state() {
		List<ElementState> states = ranks.stream().map(RankElement::state).sorted().toList();
		ElementState least = states.get(0);
		return least.isEnded() ? states.get(states.size() - 1) : least;
	}
}
