// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.core.spi.RankDebuggerFactory;
import org.pmix4e.core.spi.RankNodes;
import org.pmix4e.core.spi.StoppedRanks;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.process.ProgramSearch;

/**
 * The debugging of a launch: a debugger for each kind of its programs. A launch in run mode has none. Owned by the launch, which closes it
 * when its last job has ended; used on the thread of the launch, then on threads of the host.
 */
final class Debugging implements AutoCloseable {
	/** A program of the job, with the debugger of its ranks or the reason why it has none. */
	private record Program(ProgramCommand command, Optional<RankDebugger> debugger, String reason) {
		private Program {
			// a program has one or the other
			assert debugger.isPresent() == reason.isEmpty();
		}
	}

	/**
	 * The ranks of a job. Immutable.
	 *
	 * @param chosen those that get a debugger when they start
	 * @param others those to which the user may attach one later
	 * @param isFew  whether the user has not chosen, and all would be too many
	 */
	private record Choice(List<Integer> chosen, List<Integer> others, boolean isFew) {
	}

	/**
	 * Without a choice of the user, so many ranks get a debugger at their start. Measured on two processors: each rank takes
	 * 1 s, and 90 MB in LLDB 14 or 30 MB in GDB 16.
	 */
	private static final int MOST_UNASKED = 16;
	/** As many in a Java job. Measured on two processors: 64 ranks take 11 s to start, and 19 MB of the workbench. */
	private static final int MOST_UNASKED_JAVA = 64;

	private final Choice choice;
	private final List<Integer> chosen;
	private final List<Program> programs;
	private final Optional<SuspendTogether> suspendAll;
	/** Where the ranks run; empty for this machine. */
	private final Optional<RankNodes> nodes;
	private boolean isInInit;

	private Debugging(Choice choice, List<Program> programs, Optional<SuspendTogether> suspendAll, Optional<RankNodes> nodes) {
		this.choice = choice;
		chosen = choice.chosen;
		this.programs = programs;
		this.suspendAll = suspendAll;
		this.nodes = nodes;
	}

	/** Returns the debugging of a run. */
	static Debugging none() {
		return new Debugging(new Choice(List.of(), List.of(), false), List.of(), Optional.empty(), Optional.empty());
	}

	/**
	 * Prepares debugging, or throws with the reason if no program of the job can be debugged.
	 *
	 * @param nodes where the ranks will run; empty for this machine
	 */
	static Debugging of(ILaunch launch, LaunchSettings settings, Optional<RankNodes> nodes) throws CoreException {
		ILaunchConfiguration configuration = launch.getLaunchConfiguration();
		Choice chosen = ranks(configuration, settings.ranks(), mostUnasked(configuration, settings));
		Map<String, RankDebugger> debuggers = new LinkedHashMap<>();
		List<Program> programs = new ArrayList<>();
		List<ProgramCommand> commands = settings.programs();
		boolean isPrepared = false;
		try {
			for (int i = 0; i < commands.size(); i++) {
				programs.add(program(launch, settings, commands.get(i), i == 0, chosen, nodes, debuggers));
			}
			isPrepared = programs.stream().anyMatch(program -> program.debugger.isPresent());
		} finally {
			if (!isPrepared) {
				debuggers.values().forEach(RankDebugger::close);
			}
		}
		if (!isPrepared) {
			Program first = programs.get(0);
			throw new CoreException(Status.error(MessageFormat.format(Messages.Debugging_impossible, first.command.name(), first.reason)));
		}
		return new Debugging(chosen, List.copyOf(programs), SuspendTogether.of(configuration), nodes);
	}

	/** Returns the ranks to debug: of a configuration that names none those of the preference; if there are none of these, the first ranks. */
	private static Choice ranks(ILaunchConfiguration configuration, int size, int mostUnasked) throws CoreException {
		String text = Attributes.text(configuration, PmixLaunchConstants.ATTR_DEBUG_RANKS, PmixPreferences.debugRanks());
		BitSet named = RankSet.parse(text).orElse(RankSet.ALL).within(size);
		boolean isFew = (text.isBlank() || named.isEmpty()) && size > mostUnasked;
		if (isFew || named.isEmpty()) {
			named.clear();
			named.set(0, Math.min(size, mostUnasked));
		}
		return new Choice(named.stream().boxed().toList(), IntStream.range(0, size).filter(rank -> !named.get(rank)).boxed().toList(), isFew);
	}

	private static int mostUnasked(ILaunchConfiguration configuration, LaunchSettings settings) throws CoreException {
		boolean isJava = LaunchPlace.kind(configuration).equals(PmixLaunchConstants.KIND_JAVA) && settings.further().isEmpty();
		return isJava ? MOST_UNASKED_JAVA : MOST_UNASKED;
	}

	private static Program program(ILaunch launch, LaunchSettings settings, ProgramCommand plain, boolean isFirst, Choice chosen,
			Optional<RankNodes> nodes, Map<String, RankDebugger> debuggers) throws CoreException {
		ILaunchConfiguration configuration = launch.getLaunchConfiguration();
		Optional<Path> file = ProgramSearch.of(plain.program(), settings.directory(), settings.environment()).file();
		String declared = isFirst ? LaunchPlace.kind(configuration) : PmixLaunchConstants.KIND_EXECUTABLE;
		String kind = declared.equals(PmixLaunchConstants.KIND_EXECUTABLE) ? file.map(RankProgram::kindOf).orElse(declared) : declared;
		Optional<RankDebuggerFactory> factory = ProgramKinds.debuggers(kind);
		if (factory.isEmpty()) {
			return new Program(plain, Optional.empty(), noPlugIn(kind));
		}
		Optional<String> problem = debuggers.containsKey(kind) ? Optional.empty() : factory.get().problem();
		if (problem.isPresent()) {
			LaunchFixes.debugAnyway(problem.get(), launch);
		}
		try {
			RankDebugger debugger = debuggers.get(kind);
			if (debugger == null) {
				debugger = nodes.isPresent() ? factory.get().createFor(nodes.get(), configuration, chosen.chosen)
						: factory.get().create(Optional.of(configuration), chosen.chosen, chosen.others);
				debuggers.put(kind, debugger);
			}
			ProgramCommand found = new ProgramCommand(plain.name(), file.map(Path::toString).orElse(plain.program()), plain.arguments());
			ProgramCommand changed = debugger.command(found);
			return new Program(changed.equals(found) ? plain : changed, Optional.of(debugger), "");
		} catch (CoreException e) {
			return new Program(plain, Optional.empty(), e.getStatus().getMessage());
		}
	}

	/** Returns why there is no debugger for a kind of programs, and what to do. */
	static String noPlugIn(String kind) {
		return switch (kind) {
			case RankDebuggerFactory.JAVA -> Messages.Debugging_noJava;
			case RankDebuggerFactory.NATIVE, RankDebuggerFactory.PYTHON -> Messages.Debugging_noNative;
			default -> MessageFormat.format(Messages.Debugging_noKind, kind);
		};
	}

	private List<RankDebugger> debuggers() {
		return programs.stream().flatMap(program -> program.debugger.stream()).distinct().toList();
	}

	/** Returns the settings with which the chosen ranks wait for their debuggers. */
	LaunchSettings settings(LaunchSettings plain) {
		if (programs.isEmpty()) {
			return plain;
		}
		LaunchSettings changed = plain.withPrograms(programs.stream().map(Program::command).toList());
		LaunchSettings stopping = debuggers().stream().anyMatch(RankDebugger::stopsInInit) ? changed.withStopInInit() : changed;
		isInInit = stopping.options().get(JobOptions.STOP_IN_INIT);
		return stopping;
	}

	/** Begins to attach. Must be called before the job is launched. */
	void start(ILaunch launch, LaunchedJobProcess process) throws CoreException {
		suspendAll.ifPresent(together -> together.start(launch));
		for (RankDebugger debugger : debuggers()) {
			debugger.start(launch, process.ranks(), process::message);
			if (debugger.stopsInInit()) {
				process.whenStopped(rank -> debugs(rank, debugger), isInInit,
						release -> Thread.ofVirtual().name("pmix4e-stopped").start(() -> stopped(debugger, process, release)));
			}
		}
	}

	private boolean debugs(RankElement rank, RankDebugger debugger) {
		return programs.get(rank.app().number()).debugger.filter(known -> known == debugger).isPresent();
	}

	/** Attaches to the ranks that a debugger is for. A shell may have started what it is not for. */
	private void stopped(RankDebugger debugger, LaunchedJobProcess process, Runnable release) {
		Map<Integer, RankProgram> running = nodes.isPresent() ? Map.of() : RankProgram.ofJob(process.element().orElseThrow().name());
		NoDebugger without = new NoDebugger();
		List<Integer> attached = new ArrayList<>();
		for (int rank : chosen) {
			if (process.ranks().get(rank).element().filter(known -> debugs(known, debugger)).isPresent()) {
				Optional<RankProgram> program = Optional.ofNullable(running.get(rank));
				if (program.isEmpty() || program.get().kind().filter(RankDebuggerFactory.NATIVE::equals).isPresent()) {
					program.ifPresent(known -> process.programOf(rank, known.pid()));
					attached.add(rank);
				} else {
					without.add(rank, program.get().name(), wrapped(program.get()));
				}
			}
		}
		without.report(process::message);
		debugger.stopped(new StoppedRanks() {
			@Override
			public List<Integer> chosen() {
				return attached;
			}

			@Override
			public void release() {
				release.run();
			}
		});
	}

	private static String wrapped(RankProgram program) {
		return program.kind().isPresent() ? MessageFormat.format(Messages.Debugging_wrapped, program.name())
				: MessageFormat.format(Messages.Debugging_noKind, program.name());
	}

	/** Tells the user which chosen ranks run without a debugger, once their programs are known. */
	void report(LaunchedJobProcess process) {
		NoDebugger without = new NoDebugger();
		for (int rank : chosen) {
			process.ranks().get(rank).element().map(known -> programs.get(known.app().number()))
					.filter(program -> program.debugger.isEmpty())
					.ifPresent(program -> without.add(rank, program.command.name(), program.reason));
		}
		without.report(process::message);
		if (choice.isFew) {
			process.message(MessageFormat.format(nodes.isPresent() ? Messages.Debugging_firstElsewhere : Messages.Debugging_first,
					chosen.size(), chosen.size() + choice.others.size()));
		}
	}

	@Override
	public void close() {
		suspendAll.ifPresent(SuspendTogether::close);
		debuggers().forEach(RankDebugger::close);
	}
}
