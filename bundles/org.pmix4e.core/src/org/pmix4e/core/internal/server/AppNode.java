// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4j.job.AppSpec;

/** One program of a job. Owned by its namespace. */
final class AppNode implements AppElement {
	private final NamespaceNode namespace;
	private final int number;
	private final AppSpec app;
	private volatile List<RankNode> ranks;

	/** Creates the ranks of the program, which are numbered from {@code firstRank} without a gap until the engine has mapped them. */
	AppNode(NamespaceNode namespace, int number, AppSpec app, int firstRank) {
		this.namespace = namespace;
		this.number = number;
		this.app = app;
		ranks = IntStream.range(firstRank, firstRank + app.ranks()).mapToObj(rank -> new RankNode(this, rank))
				.collect(Collectors.toUnmodifiableList());
	}

	/** Takes over its ranks, in their order; on the engine's thread. */
	void mapped(List<RankNode> known) {
		ranks = List.copyOf(known);
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(namespace);
	}

	@Override
	public NamespaceNode namespace() {
		return namespace;
	}

	@Override
	public List<RankElement> children() {
		return List.copyOf(ranks);
	}

	List<RankNode> ranks() {
		return ranks;
	}

	@Override
	public String name() {
		return ordered().map(ProgramCommand::name).orElseGet(() -> app.program().substring(app.program().lastIndexOf('/') + 1));
	}

	@Override
	public int number() {
		return number;
	}

	@Override
	public String program() {
		return ordered().map(ProgramCommand::program).orElseGet(app::program);
	}

	@Override
	public List<String> arguments() {
		return ordered().map(ProgramCommand::arguments).orElseGet(app::arguments);
	}

	/** Returns the command as a launch has ordered it, without a debugger's additions. */
	private Optional<ProgramCommand> ordered() {
		return namespace.ordered().map(process -> process.programs().get(number));
	}

	@Override
	public ElementState state() {
		return ElementState.ofAll(ranks.stream().map(RankNode::state).toList());
	}
}
