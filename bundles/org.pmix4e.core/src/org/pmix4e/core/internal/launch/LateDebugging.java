// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchManager;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.configuration.LaunchSettings;
import org.pmix4e.core.internal.configuration.ProgramKinds;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.RankDebuggerFactory;
import org.pmix4e.core.spi.RankNodes;
import org.pmix4j.process.ProgramSearch;

/**
 * Attaches debuggers to ranks of one job that run, each by what it runs. Owned by the process of the job, which closes it at the end of the
 * job; thread-safe.
 */
final class LateDebugging implements AutoCloseable {
	private final JobProcess process;
	private final Consumer<String> messages;
	private final List<RankDebugger> debuggers = new CopyOnWriteArrayList<>();
	private Optional<SuspendTogether> suspendAll = Optional.empty();
	private volatile boolean isClosed;

	/** @param messages shows a line without a line end to the user */
	LateDebugging(JobProcess process, Consumer<String> messages) {
		this.process = process;
		this.messages = messages;
	}

	/** Begins to attach to those of the ranks that run. Throws if none does. Does not wait. */
	void attach(List<Integer> chosen) throws CoreException {
		List<JobRankProcess> ranks = process.ranks();
		List<Integer> running = chosen.stream()
				.filter(rank -> ranks.get(rank).element().filter(known -> known.pid().isPresent() && !known.state().isEnded()).isPresent()).toList();
		if (running.isEmpty()) {
			throw new CoreException(Status.error(MessageFormat.format(Messages.LateDebugging_noneRuns, process.programName())));
		}
		Thread.ofPlatform().daemon().name("pmix4e-attach").start(() -> attachTo(running));
	}

	private void attachTo(List<Integer> running) {
		Map<Integer, RankProgram> programs = process.element().map(job -> RankProgram.ofJob(job.name())).orElse(Map.of());
		Map<String, List<Integer>> byKind = new TreeMap<>();
		Map<Integer, RankElement> elements = running.stream()
				.collect(Collectors.toMap(Function.identity(), rank -> process.ranks().get(rank).element().orElseThrow()));
		boolean isHere = process.element().filter(job -> !job.hasLocalProcesses()).isEmpty();
		Set<String> others = isHere ? Set.of() : OwnAddress.towards(nodes(elements.values().stream())).others();
		List<RankElement> elsewhere = new ArrayList<>();
		NoDebugger without = new NoDebugger();
		for (int rank : running) {
			RankProgram program = programs.get(rank);
			RankElement element = elements.get(rank);
			if (program == null || others.contains(element.node().orElse(""))) {
				elsewhere.add(element);
			} else if (program.kind().isEmpty()) {
				without.add(rank, program.name(), MessageFormat.format(Messages.Debugging_noKind, program.name()));
			} else if (!ProgramKinds.canAttach(program.kind().get())) {
				without.add(rank, program.name(), Debugging.noPlugIn(program.kind().get()));
			} else {
				process.ranks().get(rank).setAttribute(PmixLaunchConstants.PROCESS_PROGRAM, Integer.toString(program.pid()));
				byKind.computeIfAbsent(program.kind().get(), kind -> new ArrayList<>()).add(rank);
			}
		}
		byKind.forEach(this::attachTo);
		if (!elsewhere.isEmpty()) {
			attachElsewhere(elsewhere, without);
		}
		without.report(messages);
	}

	private static Set<String> nodes(Stream<RankElement> ranks) {
		return ranks.flatMap(rank -> rank.node().stream()).collect(Collectors.toSet());
	}

	private void attachTo(String kind, List<Integer> chosen) {
		try {
			Optional<RankDebuggerFactory> factory = ProgramKinds.debuggers(kind);
			if (factory.isPresent()) {
				begin(factory.get().create(configuration(), chosen), chosen);
			}
		} catch (CoreException e) {
			messages.accept(e.getStatus().getMessage());
		}
	}

	/** Attaches to ranks whose processes are not found on this machine. */
	private void attachElsewhere(List<RankElement> ranks, NoDebugger without) {
		Map<AppElement, List<RankElement>> byProgram = ranks.stream().collect(Collectors.groupingBy(RankElement::app));
		byProgram.forEach((program, some) -> {
			try {
				begin(debuggerOnNodes(program, some), numbers(some));
			} catch (CoreException e) {
				some.forEach(rank -> without.add(rank.rank(), program.name(), e.getStatus().getMessage()));
			}
		});
	}

	private RankDebugger debuggerOnNodes(AppElement program, List<RankElement> ranks) throws CoreException {
		LaunchSettings settings = LaunchSettings.read(configuration().orElseThrow());
		Optional<RankNodes> nodes = program.namespace().hasLocalProcesses() ? Optional.empty()
				: RemoteNodes.find(nodes(ranks.stream()), settings, new NullProgressMonitor());
		if (nodes.isEmpty()) {
			throw new CoreException(Status.error(Messages.LateDebugging_elsewhere));
		}
		String kind = RankProgram.kindOf(ProgramSearch.of(program.program(), settings.directory(), settings.environment()).file()
				.orElse(Path.of(program.program())));
		Optional<RankDebuggerFactory> factory = ProgramKinds.debuggers(kind);
		if (factory.isEmpty()) {
			throw new CoreException(Status.error(Debugging.noPlugIn(kind)));
		}
		return factory.get().createForRunning(nodes.get(), numbers(ranks));
	}

	private static List<Integer> numbers(List<RankElement> ranks) {
		return ranks.stream().map(RankElement::rank).toList();
	}

	private Optional<ILaunchConfiguration> configuration() {
		return Optional.ofNullable(process.getLaunch().getLaunchConfiguration());
	}

	private void begin(RankDebugger debugger, List<Integer> chosen) throws CoreException {
		debuggers.add(debugger);
		chosen.forEach(rank -> process.ranks().get(rank).show());
		Optional<ILaunchConfiguration> configuration = configuration();
		if (configuration.isPresent()) {
			suspendTogether(configuration.get());
		}
		debugger.start(process.getLaunch(), process.ranks(), messages);
		debugger.attach();
		if (isClosed) {
			debugger.close();
		}
	}

	/** A launch in debug mode does so from its start. */
	private synchronized void suspendTogether(ILaunchConfiguration configuration) throws CoreException {
		ILaunch launch = process.getLaunch();
		if (suspendAll.isEmpty() && !launch.getLaunchMode().equals(ILaunchManager.DEBUG_MODE)) {
			suspendAll = SuspendTogether.of(configuration);
			suspendAll.ifPresent(together -> together.start(launch));
		}
	}

	@Override
	public synchronized void close() {
		isClosed = true;
		suspendAll.ifPresent(SuspendTogether::close);
		debuggers.forEach(RankDebugger::close);
	}
}
