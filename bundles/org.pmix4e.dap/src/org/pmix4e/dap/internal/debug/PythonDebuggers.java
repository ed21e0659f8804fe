// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.debug;

import java.util.List;
import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.RankDebuggerFactory;
import org.pmix4e.core.spi.RankNodes;
import org.pmix4e.dap.internal.Messages;

/** Creates the debuggers of ranks that run Python programs. Created by the extension registry; stateless. */
public final class PythonDebuggers implements RankDebuggerFactory {
	/** For the extension registry. */
	public PythonDebuggers() {
	}

	@Override
	public RankDebugger create(Optional<ILaunchConfiguration> configuration, List<Integer> ranks) throws CoreException {
		return new PythonRankDebugger(Debugpy.of(configuration), ranks, Optional.empty());
	}

	@Override
	public RankDebugger createFor(RankNodes nodes, ILaunchConfiguration configuration, List<Integer> ranks) throws CoreException {
		return new PythonRankDebugger(Debugpy.of(Optional.of(configuration)), ranks, Optional.of(nodes));
	}

	@Override
	public RankDebugger createForRunning(RankNodes nodes, List<Integer> ranks) throws CoreException {
		if (nodes.shell().isEmpty()) {
			throw new CoreException(Status.error(Messages.NativeDebuggers_noShell));
		}
		return new PythonRankDebugger(Debugpy.of(Optional.empty()), ranks, Optional.of(nodes));
	}
}
