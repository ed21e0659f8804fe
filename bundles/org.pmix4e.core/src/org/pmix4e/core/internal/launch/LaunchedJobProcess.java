// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.model.IStreamsProxy;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.configuration.LaunchSettings;
import org.pmix4e.core.internal.configuration.ProgramKinds;
import org.pmix4e.core.internal.configuration.RunCommandLine;
import org.pmix4e.core.internal.output.BufferSink;
import org.pmix4e.core.internal.output.BufferedOutput;
import org.pmix4e.core.internal.output.OutputBuffer;
import org.pmix4e.core.internal.server.LaunchedJob;
import org.pmix4e.core.internal.streams.ConsoleInput;
import org.pmix4e.core.internal.streams.JobStreamsProxy;
import org.pmix4e.core.internal.streams.OutputLog;
import org.pmix4e.core.launch.JobInput;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.output.JobOutput;
import org.pmix4e.core.spi.ProgramCommand;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;

/**
 * The process of a job in its launch. The host's thread brings it the events of the job; all other methods may be called from any
 * thread.
 */
final class LaunchedJobProcess extends LaunchProcess implements LaunchedJob {
	/** The Debug view takes seconds for thousands of processes; of larger jobs it shows those that are selected or have failed. */
	private static final int MOST_IN_LAUNCH = 256;
	private static final int MOST_FAILURES_IN_LAUNCH = 16;
	/** Of the programs of a job in its label. */
	private static final int MOST_NAMED = 3;
	/** The exit value of a rank that never ran, and of a job without ranks. */
	static final int NOT_STARTED = 1;
	/** How long the end of a launch waits for a console that takes no output. */
	private static final long DELIVERY_SECONDS = 10;

	private final String program;
	private final List<ProgramCommand> programs;
	private final BufferedOutput output;
	private final ConsoleInput consoleInput = new ConsoleInput();
	private final LateDebugging lateDebugging = new LateDebugging(this, this::message);
	private final LaunchedInput input;
	private final JobStreamsProxy streams;
	private final List<LaunchedRankProcess> ranks = new ArrayList<>();
	/** The job and all jobs that were spawned in this launch. */
	private final List<NamespaceElement> jobs = new CopyOnWriteArrayList<>();
	/** How many failed ranks of a large job are in the launch; on the host's thread. */
	private int failuresInLaunch;
	private volatile Optional<OutputLog> log = Optional.empty();
	private volatile @Nullable NamespaceElement element;
	private volatile Optional<InitWatch> initWatch = Optional.empty();
	/** Receives the release of the ranks. Without a debugger of this workbench they wait for another one. */
	private volatile Consumer<Runnable> onStop = release -> {
	};
	private final AtomicBoolean hasStopped = new AtomicBoolean();

	LaunchedJobProcess(ILaunch launch, LaunchSettings settings) {
		super(launch);
		program = settings.command().name();
		programs = settings.programs();
		OutputBuffer buffer = new OutputBuffer(PmixPreferences.outputBytes(), chunk -> log.ifPresent(file -> file.accept(chunk)));
		output = new BufferedOutput(buffer, settings.charset(), () -> log.map(OutputLog::file));
		input = new LaunchedInput(settings);
		streams = new JobStreamsProxy(program, buffer, consoleInput, isTyped(launch), settings.isTaggedByRank(), this::namespace,
				settings.charset());
		for (int rank = 0; rank < settings.ranks(); rank++) {
			ranks.add(new LaunchedRankProcess(this, rank));
		}
		initialize(IProcess.ATTR_PROCESS_TYPE, PmixLaunchConstants.PROCESS_TYPE_JOB);
		initialize(IProcess.ATTR_CMDLINE, settings.commandLine());
		initialize(DebugPlugin.ATTR_PATH, settings.command().program());
		initialize(DebugPlugin.ATTR_WORKING_DIRECTORY, settings.directory().toString());
		initialize(DebugPlugin.ATTR_ENVIRONMENT, settings.environmentText());
		initialize(DebugPlugin.ATTR_LAUNCH_TIMESTAMP, Long.toString(System.currentTimeMillis()));
	}

	/** Returns whether the user types the input of the job into its console, instead of naming a file. */
	private static boolean isTyped(ILaunch launch) {
		ILaunchConfiguration configuration = launch.getLaunchConfiguration();
		try {
			return configuration == null || configuration.getAttribute(RunCommandLine.ATTR_STDIN_FILE, "").isEmpty();
		} catch (CoreException e) {
			return true; // the launch has read it before; only a file that was deleted meanwhile is without attributes
		}
	}

	private String namespace() {
		NamespaceElement known = element;
		return known == null ? "" : known.name();
	}

	/** Adds itself to the launch, and then its ranks unless they are too many for the Debug view. */
	@Override
	void addToLaunch() {
		super.addToLaunch();
		if (ranks.size() <= MOST_IN_LAUNCH) {
			ranks.forEach(LaunchProcess::addToLaunch);
		}
	}

	@Override
	public String programName() {
		return program;
	}

	@Override
	public List<ProgramCommand> programs() {
		return programs;
	}

	@Override
	public List<JobRankProcess> ranks() {
		return List.copyOf(ranks);
	}

	@Override
	public Optional<NamespaceElement> element() {
		return Optional.ofNullable(element);
	}

	@Override
	public JobInput input() {
		return input;
	}

	@Override
	public JobOutput output() {
		return output;
	}

	@Override
	public boolean canAttachDebugger() {
		return !isTerminated() && ProgramKinds.canAttach();
	}

	@Override
	public void attachDebugger(List<Integer> chosen) throws CoreException {
		lateDebugging.attach(chosen);
	}

	/** Starts the log, and returns the order for the host: the planned job, with the streams of this process. */
	JobSpec order(LaunchSettings settings, JobSpec planned) {
		log = LaunchLog.start(getLaunch(), settings, this::namespace,
				problem -> message(MessageFormat.format(Messages.OutputLog_failed, problem.getMessage())));
		return new JobSpec(planned.apps(), planned.directory(), planned.environment(), planned.options(), new BufferSink(output.buffer()),
				consoleInput);
	}

	/** @return {@code 4 ranks of ring}, {@code 6 ranks of master, worker} */
	@Override
	public String getLabel() {
		return label(ranks.size(), programs.stream().map(ProgramCommand::name));
	}

	/** Returns the label of a job's process. Names the first of many programs. */
	static String label(int ranks, Stream<String> programs) {
		List<String> names = programs.distinct().limit(MOST_NAMED + 1L).toList();
		String named = String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMED)));
		return MessageFormat.format(Messages.JobProcess_label, ranks, names.size() > MOST_NAMED ? named + ", ..." : named);
	}

	@Override
	public IStreamsProxy getStreamsProxy() {
		return streams;
	}

	@Override
	public boolean canTerminate() {
		return !isTerminated() && jobs.stream().anyMatch(NamespaceElement::canTerminate);
	}

	/** Terminates the job and all jobs that its ranks have spawned. */
	@Override
	public void terminate() {
		jobs.stream().filter(NamespaceElement::canTerminate).forEach(NamespaceElement::terminate);
	}

	@Override
	public <T> @Nullable T getAdapter(Class<T> adapter) {
		return adapter == NamespaceElement.class ? adapter.cast(element) : super.getAdapter(adapter);
	}

	@Override
	public boolean isForgotten() {
		DebugPlugin debug = DebugPlugin.getDefault();
		return debug == null || !debug.getLaunchManager().isRegistered(getLaunch());
	}

	@Override
	public void begun(NamespaceElement known, Job job) {
		jobs.add(known);
		if (known.process().isPresent()) {
			element = known;
			input.begun(job);
			setAttribute(PmixLaunchConstants.PROCESS_NAMESPACE, known.name());
		}
	}

	@Override
	public void rankChanged(RankElement rank) {
		if (initWatch.filter(watch -> watch.changed(rank)).isPresent()) {
			stopped(rank.namespace()::release);
		}
		LaunchedRankProcess process = ranks.get(rank.rank());
		process.update(rank);
		if (rank.state() == ElementState.FAILED && failuresInLaunch < MOST_FAILURES_IN_LAUNCH) {
			failuresInLaunch++;
			process.show();
		}
	}

	/**
	 * Takes the action for the stop of the ranks for a debugger; the user is told if they do not stop.
	 *
	 * @param debugged returns whether a rank is one that the debugger attaches to after its stop
	 * @param isInInit whether the ranks stop in PMIx_Init; otherwise they stop where the user has chosen
	 * @param action   receives the release of all ranks, and must return at once
	 */
	void whenStopped(Predicate<RankElement> debugged, boolean isInInit, Consumer<Runnable> action) {
		onStop = action;
		initWatch = Optional.of(new InitWatch(this::message, debugged, isInInit));
	}

	/** Notes the process that runs the program of a rank, which another one may have started. */
	void programOf(int rank, int pid) {
		ranks.get(rank).setAttribute(PmixLaunchConstants.PROCESS_PROGRAM, Integer.toString(pid));
	}

	@Override
	public void stopped(Runnable release) {
		if (!hasStopped.getAndSet(true)) {
			initWatch.ifPresent(InitWatch::stopped);
			onStop.accept(release);
		}
	}

	@Override
	public void message(String text) {
		output.message(MessageFormat.format(Messages.JobProcess_message, text));
	}

	@Override
	public void ended(JobResult result) {
		initWatch.ifPresent(InitWatch::ended);
		Optional<NamespaceElement> ended = jobs.stream().filter(job -> job.name().equals(result.nspace())).findFirst();
		ended.flatMap(NamespaceElement::message).or(result::message).ifPresent(this::message);
		end(result.exitCode());
	}

	/** Ends the process of a job that the server has refused. */
	void refused() {
		end(NOT_STARTED);
	}

	private void end(int exitCode) {
		ranks.forEach(rank -> rank.terminated(NOT_STARTED));
		lateDebugging.close();
		consoleInput.close();
		input.ended();
		output.buffer().end();
		log.ifPresent(OutputLog::end);
		CompletableFuture<Void> logged = log.map(OutputLog::finished).orElse(CompletableFuture.completedFuture(null));
		CompletableFuture.allOf(streams.finished(), logged).completeOnTimeout(null, DELIVERY_SECONDS, TimeUnit.SECONDS)
				.thenRun(() -> terminated(exitCode));
	}
}
