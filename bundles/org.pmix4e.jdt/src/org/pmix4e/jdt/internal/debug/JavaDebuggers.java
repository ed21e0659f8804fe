// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.jdt.internal.debug;

import java.util.List;
import java.util.Optional;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.RankDebuggerFactory;
import org.pmix4e.core.spi.RankNodes;

/** Creates the debuggers of ranks that are Java virtual machines. Created by the extension registry; stateless. */
public final class JavaDebuggers implements RankDebuggerFactory {
	/** For the extension registry. */
	public JavaDebuggers() {
	}

	@Override
	public RankDebugger create(Optional<ILaunchConfiguration> configuration, List<Integer> ranks) {
		return create(configuration, ranks, List.of());
	}

	@Override
	public RankDebugger create(Optional<ILaunchConfiguration> configuration, List<Integer> ranks, List<Integer> others) {
		return new JavaRankDebugger(configuration, ranks, others, Optional.empty());
	}

	@Override
	public RankDebugger createFor(RankNodes nodes, ILaunchConfiguration configuration, List<Integer> ranks) {
		return new JavaRankDebugger(Optional.of(configuration), ranks, List.of(), Optional.of(nodes));
	}

	@Override
	public RankDebugger createForRunning(RankNodes nodes, List<Integer> ranks) {
		return new JavaRankDebugger(Optional.empty(), ranks, List.of(), Optional.of(nodes));
	}
}
