// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import java.util.BitSet;
import java.util.Optional;

import org.pmix4j.placement.internal.mapping.NodeHardware.Piece;

/** A process that is mapped but not yet complete. Owned by its {@link MappingRun}. */
final class RankPlace {
	final int app;
	final NodeRun node;
	/** The piece of hardware to which it is mapped; empty for the whole node. */
	final Optional<Piece> piece;
	final int nodeRank;
	int rank = -1;
	int localRank;
	/** The processors to which it is bound; empty if it is not bound. */
	BitSet cpus = new BitSet();

	RankPlace(int app, NodeRun node, Optional<Piece> piece) {
		this.app = app;
		this.node = node;
		this.piece = piece;
		nodeRank = node.processes;
	}
}
