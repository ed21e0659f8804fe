// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.text.MessageFormat;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

import org.pmix4e.core.RankSet;
import org.pmix4e.core.internal.Messages;

/** Collects the ranks that run without a debugger, so that each reason is a line for the user. Used by one thread. */
final class NoDebugger {
	private record Reason(String program, String text) implements Comparable<Reason> {
		@Override
		public int compareTo(Reason other) {
			return (program + text).compareTo(other.program + other.text);
		}
	}

	private final Map<Reason, BitSet> ranks = new TreeMap<>();

	/** Adds a rank, with a phrase that says why, or what to do: {@code install python3-debugpy}. */
	void add(int rank, String program, String reason) {
		ranks.computeIfAbsent(new Reason(program, reason), first -> new BitSet()).set(rank);
	}

	/** Tells the user, and forgets the ranks. */
	void report(Consumer<String> messages) {
		ranks.forEach((reason, chosen) -> messages.accept(MessageFormat.format(Messages.NoDebugger_ranks, chosen.cardinality(),
				RankSet.of(chosen).toString().replace(",", ", "), reason.program, reason.text)));
		ranks.clear();
	}
}
