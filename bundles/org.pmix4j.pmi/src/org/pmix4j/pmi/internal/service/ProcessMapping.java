// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.service;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/**
 * Writes the nodes of ranks in MPICH's vector form: {@code (vector,(first node,nodes,ranks on each),...)}. The blocks follow the order of
 * ranks; readers start over with the first block until all ranks have a node. Stateless.
 */
final class ProcessMapping {
	/** Nodes with consecutive numbers, each with the same number of consecutive ranks. */
	private record Block(int first, int nodes, int ranks) {
	}

	private ProcessMapping() {
	}

	/** {@code nodes} has the number of the node of each rank. */
	static String of(int[] nodes) {
		List<Block> blocks = new ArrayList<>();
		int rank = 0;
		while (rank < nodes.length) {
			int node = nodes[rank];
			int begin = rank;
			while (rank < nodes.length && nodes[rank] == node) {
				rank++;
			}
			add(blocks, node, rank - begin);
		}
		StringJoiner text = new StringJoiner(",", "(vector,", ")");
		for (Block block : blocks.subList(0, period(blocks))) {
			text.add("(" + block.first + "," + block.nodes + "," + block.ranks + ")");
		}
		return text.toString();
	}

	private static void add(List<Block> blocks, int node, int ranks) {
		Block last = blocks.isEmpty() ? new Block(0, 0, 0) : blocks.get(blocks.size() - 1);
		if (last.nodes > 0 && last.first + last.nodes == node && last.ranks == ranks) {
			blocks.set(blocks.size() - 1, new Block(last.first, last.nodes + 1, ranks));
		} else {
			blocks.add(new Block(node, 1, ranks));
		}
	}

	/** Returns the length of the shortest beginning whose repetitions give all blocks. */
	private static int period(List<Block> blocks) {
		int size = blocks.size();
		for (int length = 1; length <= size / 2; length++) {
			if (size % length == 0 && blocks.subList(length, size).equals(blocks.subList(0, size - length))) {
				return length;
			}
		}
		return size;
	}
}
