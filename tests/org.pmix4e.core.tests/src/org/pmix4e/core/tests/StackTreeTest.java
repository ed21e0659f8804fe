// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.spi.FramePlace;
import org.pmix4e.core.stack.RankFrame;
import org.pmix4e.core.stack.RankStack;
import org.pmix4e.core.stack.StackNode;
import org.pmix4e.core.stack.StackTree;

/** Tests merging the stacks of ranks. */
class StackTreeTest {
	private static final BitSet NONE = new BitSet();

	/** Returns a stack from places such as {@code main:12}, the outermost first. */
	private static RankStack stack(int rank, String... outermostFirst) {
		List<RankFrame> frames = Stream.of(outermostFirst).map(StackTreeTest::place)
				.map(place -> new RankFrame(place, Optional.empty())).toList();
		return new RankStack(rank, frames.reversed());
	}

	private static FramePlace place(String text) {
		String[] parts = text.split(":");
		return parts.length == 1 ? new FramePlace(text, "", 0) : new FramePlace(parts[0], "a.c", Integer.parseInt(parts[1]));
	}

	private static List<String> merged(RankStack... stacks) {
		List<String> rows = new ArrayList<>();
		StackTree.merge(List.of(stacks), NONE, NONE).roots().forEach(root -> describe(root, "", rows));
		return rows;
	}

	private static void describe(StackNode node, String indent, List<String> rows) {
		rows.add(indent + node.place() + " " + RankSet.of(node.ranks()));
		node.children().forEach(child -> describe(child, indent + "  ", rows));
	}

	@Test
	void merge_sameStack_isOneBranch() {
		assertThat(merged(stack(0, "start", "main:5", "send:9"), stack(1, "start", "main:5", "send:9"))).containsExactly("start 0-1",
				"  main at a.c:5 0-1", "    send at a.c:9 0-1");
	}

	@Test
	void merge_differentCalls_shareTheCallerWithoutItsLine() {
		assertThat(merged(stack(5, "main:5", "recv"), stack(3, "main:7", "compute:41"), stack(0, "main:5", "recv")))
				.containsExactly("main at a.c 0,3,5", "  recv 0,5", "  compute at a.c:41 3");
	}

	@Test
	void merge_innermostFramesAtTwoLines_areTwoRows() {
		assertThat(merged(stack(0, "main:1", "twice:8"), stack(1, "main:1", "twice:9"), stack(2, "main:1", "twice:8")))
				.containsExactly("main at a.c:1 0-2", "  twice at a.c:8 0,2", "  twice at a.c:9 1");
	}

	@Test
	void merge_innermostFrameAndCaller_areTwoRows() {
		assertThat(merged(stack(0, "main"), stack(1, "main", "exit"))).containsExactly("main 0", "main 1", "  exit 1");
	}

	@Test
	void merge_sameFunctionOfTwoFiles_isTwoRows() {
		RankStack other = new RankStack(1, List.of(new RankFrame(new FramePlace("init", "b.c", 3), Optional.empty())));
		assertThat(merged(stack(0, "init:3"), other)).containsExactly("init at a.c:3 0", "init at b.c:3 1");
	}

	@Test
	void merge_recursion_keepsEachLevel() {
		assertThat(merged(stack(0, "f:1", "f:1", "f:2"), stack(1, "f:1", "f:2"))).containsExactly("f at a.c:1 0-1", "  f at a.c:1 0",
				"    f at a.c:2 0", "  f at a.c:2 1");
	}

	@Test
	void merge_twoThreadsOfARank_areOneRank() {
		assertThat(merged(stack(2, "start", "main:1"), stack(2, "start", "wait"))).containsExactly("start 2", "  main at a.c:1 2", "  wait 2");
	}

	@Test
	void merge_threadWithoutFrames_addsNothing() {
		assertThat(merged(stack(0))).isEmpty();
	}

	@Test
	void merge_thousandRanksWithNothingInCommon_isLimited() {
		RankStack[] stacks = IntStream.range(0, 1000).mapToObj(
				rank -> stack(rank, IntStream.range(0, 100).mapToObj(depth -> "f" + rank + "_" + depth).toArray(String[]::new)))
				.toArray(RankStack[]::new);
		assertThat(merged(stacks)).hasSize(10_000);
		assertThat(StackTree.merge(List.of(stacks), NONE, NONE).isCut()).isTrue();
		assertThat(StackTree.merge(List.of(stacks[0]), NONE, NONE).isCut()).isFalse();
	}
}
