// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.debug;

import java.util.List;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.RankDebuggerFactory;

/** Creates the debuggers of ranks that are executable files. Created by the extension registry; stateless. */
public final class NativeDebuggers implements RankDebuggerFactory {
	/** For the extension registry. */
	public NativeDebuggers() {
	}

	@Override
	public RankDebugger create(ILaunchConfiguration configuration, List<Integer> ranks) {
		return new NativeRankDebugger(ranks);
	}
}
