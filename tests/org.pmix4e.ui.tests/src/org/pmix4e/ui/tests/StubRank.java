// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.lang.reflect.Proxy;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.RankElement;

/** Creates ranks that run nowhere, for parts that only read them. */
final class StubRank {
	private StubRank() {
	}

	/** Returns a rank that runs on a node and is bound to processors. */
	static RankElement of(int rank, String node, int... processors) {
		BitSet bound = new BitSet();
		for (int processor : processors) {
			bound.set(processor);
		}
		return (RankElement) Proxy.newProxyInstance(StubRank.class.getClassLoader(), new Class<?>[] { RankElement.class },
				(self, method, arguments) -> switch (method.getName()) {
					case "rank" -> rank;
					case "name" -> Integer.toString(rank);
					case "node" -> Optional.of(node);
					case "processors" -> bound.clone();
					case "state" -> ElementState.RUNNING;
					case "pid", "exitCode" -> OptionalInt.empty();
					case "reason" -> Optional.empty();
					case "hashCode" -> System.identityHashCode(self);
					case "equals" -> self == arguments[0];
					case "toString" -> "rank " + rank;
					default -> throw new UnsupportedOperationException(method.getName());
				});
	}
}
