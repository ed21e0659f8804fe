// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.debug;

import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.model.IProcess;
import org.pmix4e.core.spi.FrameSources;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.RankDebuggerFactory;
import org.pmix4e.core.spi.RankNodes;
import org.pmix4e.dap.NativePreferences;
import org.pmix4e.dap.internal.Messages;
import org.pmix4e.dap.internal.adapter.AdapterException;
import org.pmix4e.dap.internal.adapter.DebugAdapter;
import org.pmix4e.dap.internal.model.NativeSources;
import org.pmix4e.dap.internal.model.NativeTarget;

/** Creates the debuggers of ranks that are executable files. Created by the extension registry. Immutable. */
public final class NativeDebuggers implements RankDebuggerFactory {
	private final String path;

	/** For the extension registry. */
	public NativeDebuggers() {
		this(Objects.requireNonNullElse(System.getenv("PATH"), ""));
	}

	/** @param path the folders to search for debug adapters, separated as in the variable PATH */
	public NativeDebuggers(String path) {
		this.path = path;
	}

	@Override
	public RankDebugger create(Optional<ILaunchConfiguration> configuration, List<Integer> ranks) {
		return new NativeRankDebugger(ranks, path, Optional.empty());
	}

	@Override
	public RankDebugger createFor(RankNodes nodes, ILaunchConfiguration configuration, List<Integer> ranks) throws CoreException {
		return createForRunning(nodes, ranks);
	}

	@Override
	public RankDebugger createForRunning(RankNodes nodes, List<Integer> ranks) throws CoreException {
		if (nodes.shell().isEmpty()) {
			throw new CoreException(Status.error(Messages.NativeDebuggers_noShell));
		}
		return new NativeRankDebugger(ranks, path, Optional.of(nodes));
	}

	@Override
	public void openCore(ILaunch launch, IProcess rank, Path program, Path core) throws CoreException {
		Optional<DebugAdapter> adapter = NativeRankDebugger.adapter(path);
		if (adapter.isEmpty()) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.NativeDebuggers_noneForCore, program, core)));
		}
		FrameSources.add(launch, new NativeSources());
		try {
			NativeTarget.openCore(adapter.get(), launch, rank, program, core);
		} catch (AdapterException e) {
			throw new CoreException(Status.error(e.getMessage(), e));
		}
	}

	@Override
	public Optional<String> problem() {
		String preferred = NativePreferences.adapter();
		return NativeRankDebugger.adapter(path).isPresent() ? Optional.empty()
				: Optional.of(preferred.isEmpty() ? Messages.NativeDebuggers_none : MessageFormat.format(Messages.NativeDebuggers_wrong, preferred));
	}
}
