// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.query;

import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.Node;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.model.Proc;

/** A rank of a job that does not run. Immutable. */
public record FakeRank(Proc proc, RankState state, Optional<ExitOutcome> fate, OptionalInt pid) implements RankProcess {
	/** The node of all fake ranks. */
	public static final Node HERE = new Node(0, "here", 4);

	@Override
	public int appNumber() {
		return 0;
	}

	@Override
	public Node node() {
		return HERE;
	}

	@Override
	public void signal(int signal) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void terminate() {
		throw new UnsupportedOperationException();
	}
}
