// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.launch;

import java.text.MessageFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IDebugEventSetListener;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.model.IStreamsProxy;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.RankSet;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.configuration.ProgramKinds;
import org.pmix4e.core.internal.server.DebuggedJob;
import org.pmix4e.core.internal.server.EngineModel;
import org.pmix4e.core.internal.server.LaunchRemoval;
import org.pmix4e.core.launch.JobInput;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.model.AppElement;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.output.JobOutput;

/**
 * The process of a job that no launch of this workbench has ordered, in a launch that exists for its debuggers. The launch is added with
 * the first debugger, and ends with the last one or with the job. The engine's thread brings it the events of the ranks; all other methods
 * may be called from any thread.
 */
final class WatchedJobProcess extends LaunchProcess implements DebuggedJob, IDebugEventSetListener, LaunchRemoval {
	/** No rank gets input from here: it belongs to the launcher that has started the job. */
	private static final JobInput NO_INPUT = new JobInput() {
		@Override
		public Optional<RankSet> readers() {
			return Optional.empty();
		}

		@Override
		public CompletableFuture<Boolean> write(RankSet ranks, String text) {
			return CompletableFuture.completedFuture(false);
		}

		@Override
		public void end(RankSet ranks) {
			// there is no input
		}
	};

	private final EngineModel model;
	private final NamespaceElement job;
	private final LateDebugging debugging = new LateDebugging(this, this::message);
	private final List<LaunchedRankProcess> ranks = new CopyOnWriteArrayList<>();
	private final AtomicBoolean isGone = new AtomicBoolean();

	WatchedJobProcess(EngineModel model, NamespaceElement job) throws CoreException {
		super(new PmixLaunch(configuration(job), ILaunchManager.DEBUG_MODE));
		this.model = model;
		this.job = job;
		initialize(IProcess.ATTR_PROCESS_TYPE, PmixLaunchConstants.PROCESS_TYPE_JOB);
		initialize(PmixLaunchConstants.PROCESS_NAMESPACE, job.name());
		initialize(DebugPlugin.ATTR_LAUNCH_TIMESTAMP, Long.toString(System.currentTimeMillis()));
	}

	/** Returns a configuration that is not saved: it gives the launch its name, and would run such a job from here. */
	private static ILaunchConfiguration configuration(NamespaceElement job) throws CoreException {
		ILaunchConfigurationWorkingCopy copy = DebugPlugin.getDefault().getLaunchManager()
				.getLaunchConfigurationType(PmixLaunchConstants.TYPE_JOB)
				.newInstance(null, MessageFormat.format(Messages.WatchedJobProcess_name, programName(job)));
		copy.setAttribute(PmixLaunchConstants.ATTR_RANKS, job.ranks().size());
		job.children().stream().findFirst().ifPresent(app -> {
			copy.setAttribute(PmixLaunchConstants.ATTR_PROGRAM, app.program());
			copy.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, DebugPlugin.renderArguments(app.arguments().toArray(String[]::new), null));
		});
		return copy;
	}

	@Override
	public void attachDebugger(List<Integer> chosen) throws CoreException {
		DebugPlugin.getDefault().addDebugEventListener(this);
		DebugPlugin.getDefault().getLaunchManager().addLaunchListener(this);
		debugging.attach(chosen);
	}

	@Override
	public void rankChanged(RankElement rank) {
		for (int number = ranks.size(); number <= rank.rank(); number++) {
			ranks.add(new LaunchedRankProcess(this, number));
		}
		ranks.get(rank.rank()).update(rank);
	}

	private void message(String text) {
		model.message(job, text);
	}

	/** Shows the launch with the first debugger, and ends with the last one. */
	@Override
	public void handleDebugEvents(DebugEvent[] events) {
		for (DebugEvent event : events) {
			if (event.getSource() instanceof IDebugTarget target && target.getLaunch() == getLaunch()) {
				if (event.getKind() == DebugEvent.CREATE) {
					addToLaunch();
					DebugPlugin.getDefault().getLaunchManager().addLaunch(getLaunch());
				} else if (event.getKind() == DebugEvent.TERMINATE && running(getLaunch()).findAny().isEmpty()) {
					gone();
				}
			}
		}
	}

	private static Stream<IDebugTarget> running(ILaunch launch) {
		return Stream.of(launch.getDebugTargets()).filter(target -> !target.isTerminated() && !target.isDisconnected());
	}

	/** Lets the ranks go on without their debuggers when the user removes the launch. */
	@Override
	public void launchesRemoved(ILaunch[] launches) {
		if (List.of(launches).contains(getLaunch())) {
			gone();
		}
	}

	@Override
	public void gone() {
		DebugPlugin debug = DebugPlugin.getDefault();
		if (debug != null && !isGone.getAndSet(true)) {
			debug.removeDebugEventListener(this);
			debug.getLaunchManager().removeLaunchListener(this);
			Thread.ofPlatform().daemon().name("pmix4e-detach").start(this::end);
		}
	}

	/** Detaches the debuggers, which takes their breakpoints out of the programs. */
	private void end() {
		running(getLaunch()).filter(IDebugTarget::canDisconnect).forEach(target -> {
			try {
				target.disconnect();
			} catch (DebugException e) {
				if (!target.isTerminated()) {
					ILog.of(WatchedJobProcess.class).log(e.getStatus());
				}
			}
		});
		debugging.close();
		ranks.forEach(rank -> rank.terminated(0));
		terminated(0);
	}

	@Override
	public String programName() {
		return programName(job);
	}

	private static String programName(NamespaceElement job) {
		return job.children().isEmpty() ? job.name() : job.children().get(0).name();
	}

	@Override
	public List<JobRankProcess> ranks() {
		return List.copyOf(ranks);
	}

	@Override
	public Optional<NamespaceElement> element() {
		return Optional.of(job);
	}

	@Override
	public JobInput input() {
		return NO_INPUT;
	}

	@Override
	public JobOutput output() {
		return job.output().orElseThrow();
	}

	@Override
	public boolean canAttachDebugger() {
		return !isTerminated() && !job.state().isEnded() && ProgramKinds.canAttach();
	}

	/** @return {@code 4 ranks of ring} */
	@Override
	public String getLabel() {
		Stream<String> programs = job.children().stream().map(AppElement::name);
		return LaunchedJobProcess.label(job.ranks().size(), job.children().isEmpty() ? Stream.of(job.name()) : programs);
	}

	/** @return null: its output belongs to the launcher that has started it; the view PMIx Output shows it */
	@Override
	public @Nullable IStreamsProxy getStreamsProxy() {
		return null;
	}

	/** When the workbench closes, it ends all launches that can be: not jobs of others, from which this detaches then. */
	@Override
	public boolean canTerminate() {
		return !isGone.get() && !isTerminated() && job.canTerminate();
	}

	@Override
	public void terminate() {
		job.terminate();
	}

	@Override
	public <T> @Nullable T getAdapter(Class<T> adapter) {
		return adapter == NamespaceElement.class || adapter == JobElement.class ? adapter.cast(job) : super.getAdapter(adapter);
	}
}
