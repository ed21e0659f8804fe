// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.server;

import java.text.MessageFormat;
import java.util.BitSet;
import java.util.List;

import org.pmix4e.core.RankSet;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.model.ElementState;

/** Describes the end that the user has asked for, which is not a failure of the rank that ended first. Stateless. */
final class TerminationText {
	private TerminationText() {
	}

	/** @param isWhole whether the user has terminated the job, and not only some of its ranks */
	static String of(List<RankNode> ranks, boolean isWhole) {
		BitSet requested = new BitSet();
		ranks.stream().filter(RankNode::isTerminatedOnRequest).forEach(rank -> requested.set(rank.rank()));
		if (isWhole || requested.isEmpty()) {
			return Messages.NamespaceNode_terminated;
		}
		long others = ranks.stream().filter(rank -> rank.state() == ElementState.KILLED && !requested.get(rank.rank())).count();
		return MessageFormat.format(Messages.NamespaceNode_rankTerminated, requested.cardinality(),
				RankSet.of(requested).toString().replace(",", ", "), others);
	}
}
