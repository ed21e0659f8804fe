// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.pmix4j.process.stacks.CallTree;
import org.pmix4j.process.stacks.StackFrame;
import org.pmix4j.process.stacks.ThreadStack;

/** The merging of stacks, and the text of the tree. */
class CallTreeTest {
	private static ThreadStack stack(int rank, String thread, String... frames) {
		return new ThreadStack(rank, thread, Stream.of(frames).map(text -> new StackFrame(text, text.replaceAll("\\(.*\\)", "(...)"))).toList());
	}

	private static List<String> lines(ThreadStack... stacks) {
		return CallTree.of(List.of(stacks)).lines();
	}

	@Test
	void equalStacks_areOneGroupWithoutIndent() {
		assertThat(lines(stack(0, "", "main ()", "solve ()"), stack(1, "", "main ()", "solve ()"))).containsExactly("ranks 0-1", "  main ()",
				"  solve ()");
	}

	@Test
	void argumentsThatDiffer_areLeftOut() {
		assertThat(lines(stack(0, "", "main ()", "solve (rank=0)"), stack(1, "", "main ()", "solve (rank=1)"))).containsExactly("ranks 0-1",
				"  main ()", "  solve (...)");
	}

	@Test
	void branches_areIndentedBelowTheirCaller() {
		assertThat(lines(stack(0, "", "main", "receive"), stack(1, "", "main", "barrier", "poll"), stack(2, "", "main", "receive")))
				.containsExactly("ranks 0-2", "  main", "    ranks 0,2", "      receive", "    rank 1", "      barrier", "      poll");
	}

	@Test
	void rankThatIsInTheCallerItself_isNamed() {
		assertThat(lines(stack(0, "", "main", "receive"), stack(1, "", "main"))).containsExactly("ranks 0-1", "  main", "    rank 1: here",
				"    rank 0", "      receive");
	}

	@Test
	void nativeJavaAndPythonFrames_areInOneTree() {
		assertThat(lines(stack(2, "", "Main.main(Main.java:3)"), stack(0, "", "main at a.c:1"), stack(1, "", "<module> at a.py:4")))
				.containsExactly("rank 0", "  main at a.c:1", "rank 1", "  <module> at a.py:4", "rank 2", "  Main.main(Main.java:3)");
	}

	@Test
	void otherThreads_areNamed() {
		assertThat(lines(stack(0, "", "main"), stack(0, "async", "poll"))).containsExactly("rank 0", "  main", "rank 0", "  thread async",
				"  poll");
	}

	@Test
	void deepRecursion_isMerged() {
		String[] frames = IntStream.range(0, 1000).mapToObj(depth -> "fib " + depth).toArray(String[]::new);

		assertThat(lines(stack(0, "", frames), stack(1, "", frames))).hasSize(1001);
	}

	@Test
	void list_contractsNeighbors() {
		BitSet ranks = new BitSet();
		ranks.set(0, 4);
		ranks.set(7);
		ranks.set(9, 11);

		assertThat(CallTree.text(ranks)).isEqualTo("ranks 0-3,7,9-10");
		assertThat(CallTree.list(new BitSet())).isEmpty();
	}
}
