// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.text.MessageFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchManager;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.configuration.LaunchPlace;
import org.pmix4e.core.internal.configuration.ProgramKinds;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.RankDebuggerFactory;

/** Attaches debuggers to ranks of one job that run. Owned by its process, which closes it at the end of the job; thread-safe. */
final class LateDebugging implements AutoCloseable {
	private final LaunchedJobProcess process;
	private final List<RankDebugger> debuggers = new CopyOnWriteArrayList<>();
	private Optional<SuspendTogether> suspendAll = Optional.empty();

	LateDebugging(LaunchedJobProcess process) {
		this.process = process;
	}

	boolean isPossible() {
		return process.element().filter(NamespaceElement::hasLocalProcesses).isPresent() && kind().filter(ProgramKinds::canAttach).isPresent();
	}

	/** Returns the kind of the program; empty if the configuration was deleted. */
	private Optional<String> kind() {
		ILaunchConfiguration configuration = process.getLaunch().getLaunchConfiguration();
		try {
			return configuration == null ? Optional.empty() : Optional.of(LaunchPlace.kind(configuration));
		} catch (CoreException e) {
			return Optional.empty();
		}
	}

	void attach(List<Integer> chosen) throws CoreException {
		ILaunchConfiguration configuration = process.getLaunch().getLaunchConfiguration();
		Optional<RankDebuggerFactory> factory = kind().filter(ProgramKinds::canAttach).flatMap(ProgramKinds::debuggers);
		if (factory.isEmpty() || configuration == null) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.Debugging_impossible, process.programName())));
		}
		List<JobRankProcess> ranks = process.ranks();
		List<Integer> running = chosen.stream()
				.filter(rank -> ranks.get(rank).element().filter(known -> known.pid().isPresent() && !known.state().isEnded()).isPresent()).toList();
		if (!running.isEmpty()) {
			RankDebugger debugger = factory.get().create(configuration, running);
			debuggers.add(debugger);
			running.forEach(rank -> ranks.get(rank).show());
			suspendTogether(configuration);
			debugger.start(process.getLaunch(), ranks);
			debugger.attach(process::message);
		}
	}

	/** A launch in debug mode does so from its start. */
	private synchronized void suspendTogether(ILaunchConfiguration configuration) throws CoreException {
		if (suspendAll.isEmpty() && !process.getLaunch().getLaunchMode().equals(ILaunchManager.DEBUG_MODE)) {
			suspendAll = SuspendTogether.of(configuration);
			suspendAll.ifPresent(together -> together.start(process.getLaunch()));
		}
	}

	@Override
	public synchronized void close() {
		suspendAll.ifPresent(SuspendTogether::close);
		debuggers.forEach(RankDebugger::close);
	}
}
