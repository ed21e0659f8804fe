// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.attached;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4j.model.ProcInfo;

/** A program of a job of others: the ranks with the same executable. Owned by the job. */
final class AttachedApp implements AppElement {
	private final AttachedNamespace namespace;
	private final int number;
	private final String program;
	private final List<AttachedRank> ranks;

	/** @param processes of the program, in the order of their ranks */
	AttachedApp(AttachedNamespace namespace, int number, String program, List<ProcInfo> processes) {
		this.namespace = namespace;
		this.number = number;
		this.program = program;
		ranks = processes.stream().map(process -> new AttachedRank(this, process))
				.collect(Collectors.toUnmodifiableList());
	}

	List<AttachedRank> ranks() {
		return ranks;
	}

	@Override
	public AttachedNamespace namespace() {
		return namespace;
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.of(namespace);
	}

	@Override
	public List<RankElement> children() {
		return List.copyOf(ranks);
	}

	@Override
	public String name() {
		return program.isEmpty() ? namespace.name() : program.substring(program.lastIndexOf('/') + 1);
	}

	@Override
	public int number() {
		return number;
	}

	@Override
	public String program() {
		return program;
	}

	@Override
	public List<String> arguments() {
		return List.of();
	}

	@Override
	public ElementState state() {
		return ElementState.ofAll(ranks.stream().map(AttachedRank::state).toList());
	}
}
