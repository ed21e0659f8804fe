// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.text.MessageFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.configuration.Attributes;
import org.pmix4e.core.internal.configuration.LaunchPlace;
import org.pmix4e.core.internal.configuration.LaunchSettings;
import org.pmix4e.core.internal.configuration.ProgramKinds;
import org.pmix4e.core.spi.ProgramKind;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.RankDebuggerFactory;

/**
 * The debugging of a launch, or {@link #NONE} of a run. Owned by the launch; closed when its last job has ended.
 *
 * @param debugger   attaches to the chosen ranks; empty for a run
 * @param suspendAll whether all debugged ranks suspend when one does
 */
record Debugging(Optional<RankDebugger> debugger, Optional<SuspendTogether> suspendAll) implements AutoCloseable {
	/** No debugging. */
	static final Debugging NONE = new Debugging(Optional.empty(), Optional.empty());

	/** Prepares debugging, or throws with the reason if programs of this kind cannot be debugged. */
	static Debugging of(ILaunch launch, LaunchSettings settings) throws CoreException {
		ILaunchConfiguration configuration = launch.getLaunchConfiguration();
		Optional<ProgramKind> kind = ProgramKinds.find(LaunchPlace.kind(configuration));
		List<Integer> ranks = ranks(configuration, settings.ranks());
		Optional<RankDebugger> found = kind.isPresent() ? kind.get().debugger(configuration, ranks) : Optional.empty();
		Optional<RankDebuggerFactory> contributed = ProgramKinds.debuggers(LaunchPlace.kind(configuration));
		if (found.isEmpty() && contributed.isPresent()) {
			Optional<String> problem = contributed.get().problem();
			if (problem.isPresent()) {
				LaunchFixes.debugAnyway(problem.get(), launch);
			}
			found = Optional.of(contributed.get().create(configuration, ranks));
		}
		if (found.isEmpty()) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.Debugging_impossible, settings.command().name())));
		}
		return new Debugging(found, SuspendTogether.of(configuration));
	}

	/** Returns the ranks to debug, of a configuration that names none those of the preference; all if the job has none of these. */
	private static List<Integer> ranks(ILaunchConfiguration configuration, int size) throws CoreException {
		String text = Attributes.text(configuration, PmixLaunchConstants.ATTR_DEBUG_RANKS, PmixPreferences.debugRanks());
		RankSet chosen = RankSet.parse(text).orElse(RankSet.ALL);
		List<Integer> ranks = IntStream.range(0, size).filter(chosen::contains).boxed().toList();
		return ranks.isEmpty() ? IntStream.range(0, size).boxed().toList() : ranks;
	}

	/** Returns the settings with which the chosen ranks wait for the debugger. */
	LaunchSettings settings(LaunchSettings plain) {
		LaunchSettings stopping = debugger.filter(RankDebugger::stopsInInit).isPresent() ? plain.withStopInInit() : plain;
		return debugger.map(known -> stopping.withCommand(known.command(plain.command()))).orElse(plain);
	}

	/** Begins to attach. Must be called before the job is launched. */
	void start(ILaunch launch, LaunchedJobProcess process) throws CoreException {
		if (debugger.isPresent()) {
			suspendAll.ifPresent(together -> together.start(launch));
			debugger.filter(RankDebugger::stopsInInit).ifPresent(known -> process.whenStopped(known::stopped));
			debugger.get().start(launch, process.ranks());
		}
	}

	@Override
	public void close() {
		suspendAll.ifPresent(SuspendTogether::close);
		debugger.ifPresent(RankDebugger::close);
	}
}
