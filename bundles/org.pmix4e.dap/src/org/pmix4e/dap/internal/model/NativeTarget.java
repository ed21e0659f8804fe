// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.net.Socket;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.resources.IMarkerDelta;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.IBreakpointManagerListener;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.model.DebugElement;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IMemoryBlock;
import org.eclipse.debug.core.model.IProcess;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.lsp4j.debug.ContinuedEventArguments;
import org.eclipse.lsp4j.debug.SetExceptionBreakpointsArguments;
import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.eclipse.lsp4j.debug.ThreadEventArguments;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.launch.SourcePaths;
import org.pmix4e.core.spi.RankDebugger;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4e.dap.internal.Messages;
import org.pmix4e.dap.internal.adapter.AdapterException;
import org.pmix4e.dap.internal.adapter.AdapterListener;
import org.pmix4e.dap.internal.adapter.AdapterSession;
import org.pmix4e.dap.internal.adapter.DebugAdapter;
import org.pmix4e.dap.internal.adapter.Motion;

// Long because the platform's interfaces for a target have many methods.
/**
 * A rank under a debug adapter. The events of its session change it; methods that send requests wait for the reply, all others return at
 * once. It ends with the rank, or when the adapter ends or detaches.
 */
public final class NativeTarget extends DebugElement implements IDebugTarget, AdapterListener, IBreakpointManagerListener {
	/** The filter of debugpy for exceptions that no handler of the program takes. */
	private static final String UNCAUGHT = "uncaught";

	private final ILaunch launch;
	private final IProcess process;
	private final boolean isOfPython;
	/** Whether it is a core file, which can only be looked at. */
	private final boolean isCore;
	private final SourcePaths paths;
	private final NativeBreakpoints breakpoints;
	private final NativeThreads threads = new NativeThreads(this);
	/** Completes when the platform was told of this target, so that no event of the rank precedes that. */
	private final CompletableFuture<Void> announced = new CompletableFuture<>();
	private volatile @Nullable AdapterSession session;
	private volatile boolean isSuspended;
	/** The user wants it to stop; LLDB reports a signal for that. */
	private volatile boolean isPausing;
	/** The user has ended it; LLDB may stop once more, for a signal that it cannot name. */
	private volatile boolean isEnding;
	private volatile boolean isTerminated;
	private volatile boolean isDetached;

	private NativeTarget(DebugAdapter adapter, ILaunch launch, IProcess process, boolean isCore) {
		super(null);
		isOfPython = adapter.isOfPython();
		this.isCore = isCore;
		this.launch = launch;
		this.process = process;
		int rank = Integer.parseInt(Objects.requireNonNullElse(process.getAttribute(PmixLaunchConstants.PROCESS_RANK), "0"));
		paths = paths(launch);
		breakpoints = new NativeBreakpoints(rank, isOfPython, paths);
	}

	/** Returns the paths of source files in a launch; the same everywhere if it has no configuration, or that was deleted meanwhile. */
	private static SourcePaths paths(ILaunch launch) {
		ILaunchConfiguration configuration = launch.getLaunchConfiguration();
		try {
			return configuration == null || !configuration.exists() && !configuration.isWorkingCopy() ? SourcePaths.SAME
					: SourcePaths.of(configuration);
		} catch (CoreException e) {
			ILog.of(NativeTarget.class).log(e.getStatus());
			return SourcePaths.SAME;
		}
	}

	/**
	 * Attaches to a rank and adds the target to the launch. Waits until the rank runs with all breakpoints.
	 *
	 * @param adapter the adapter to start
	 * @param launch  the launch of the rank
	 * @param process the rank, whose process id is known
	 * @return the target
	 * @throws AdapterException with the reason if the adapter cannot attach
	 */
	public static NativeTarget attach(DebugAdapter adapter, ILaunch launch, IProcess process) throws AdapterException {
		return attach(adapter, launch, process, (session, target) -> session.attach(RankDebugger.pid(process), target::configure));
	}

	/**
	 * Attaches to a rank that runs a Python program and has connected to this process, and adds the target to the launch. Waits until the rank
	 * runs with all breakpoints.
	 *
	 * @param adapter of Python, to start
	 * @param launch  the launch of the rank
	 * @param process the rank
	 * @param rank    its connection; closed at the end of the session
	 * @return the target
	 * @throws AdapterException with the reason if the adapter cannot attach
	 */
	public static NativeTarget accept(DebugAdapter adapter, ILaunch launch, IProcess process, Socket rank) throws AdapterException {
		return attach(adapter, launch, process, (session, target) -> session.accept(rank, target::configure));
	}

	/**
	 * Opens the core file of a rank that has ended, and adds the target to the launch. Waits for the adapter. The target is suspended until
	 * the user ends it.
	 *
	 * @param adapter to start
	 * @param launch  of the core
	 * @param process the rank
	 * @param program its executable file
	 * @param core    its core file
	 * @return the target
	 * @throws AdapterException with the reason if the adapter cannot open it
	 */
	public static NativeTarget openCore(DebugAdapter adapter, ILaunch launch, IProcess process, Path program, Path core)
			throws AdapterException {
		return attach(adapter, new NativeTarget(adapter, launch, process, true), (session, target) -> session.openCore(program, core));
	}

	private interface Beginning {
		void begin(AdapterSession session, NativeTarget target) throws AdapterException;
	}

	private static NativeTarget attach(DebugAdapter adapter, ILaunch launch, IProcess process, Beginning beginning) throws AdapterException {
		return attach(adapter, new NativeTarget(adapter, launch, process, false), beginning);
	}

	private static NativeTarget attach(DebugAdapter adapter, NativeTarget target, Beginning beginning) throws AdapterException {
		AdapterSession session = AdapterSession.start(adapter, target);
		target.session = session;
		try {
			beginning.begin(session, target);
			target.announce();
		} catch (AdapterException e) {
			session.close();
			throw e;
		} finally {
			target.announced.complete(null);
		}
		return target;
	}

	/** Sends the breakpoints; a Python rank also stops where an exception would end it, as a native one does at a signal. */
	private void configure(AdapterSession configured) throws AdapterException {
		breakpoints.send(configured);
		if (isOfPython) {
			SetExceptionBreakpointsArguments uncaught = new SetExceptionBreakpointsArguments();
			uncaught.setFilters(new String[] { UNCAUGHT });
			configured.request("setExceptionBreakpoints", server -> server.setExceptionBreakpoints(uncaught));
		}
	}

	private void announce() {
		if (!isCore) {
			DebugPlugin.getDefault().getBreakpointManager().addBreakpointListener(this);
			DebugPlugin.getDefault().getBreakpointManager().addBreakpointManagerListener(this);
		}
		fireCreationEvent();
		launch.addDebugTarget(this);
		if (!isCore) {
			fireResumeEvent(DebugEvent.CLIENT_REQUEST);
			updateBreakpoints(); // those that were changed since they were sent
		}
	}

	/** Ends the session at once, without waiting. */
	public void close() {
		session().close();
	}

	/** Returns the paths of source files for the rank. */
	SourcePaths paths() {
		return paths;
	}

	/** Returns the session with the adapter. */
	AdapterSession session() {
		return Objects.requireNonNull(session, "not attached yet");
	}

	// events of the adapter

	@Override
	public void stopped(StoppedEventArguments event) {
		announced.join();
		try {
			Optional<StopSignal> signal = isOfPython ? StopSignal.ofException(event, session()) : StopSignal.of(event, session());
			boolean unknown = signal.isEmpty() && detail(Objects.requireNonNullElse(event.getReason(), "")) == DebugEvent.UNSPECIFIED;
			if (signal.filter(StopSignal::endsRank).isPresent() || isEnding && unknown) {
				isEnding = true;
				session().go(Motion.CONTINUE, threads.main()); // the user has ended the rank, and does not want to see where it was
				return;
			}
			Map<Integer, NativeThread> now = threads.read();
			Integer id = event.getThreadId();
			Optional<NativeThread> first = Optional.ofNullable(id == null ? null : now.get(id)).or(() -> now.values().stream().findFirst());
			boolean paused = isPausing && signal.filter(StopSignal::isPause).isPresent();
			isPausing = false;
			boolean atBreakpoint = first.isPresent() && "breakpoint".equals(event.getReason());
			first.ifPresent(thread -> thread.stoppedBy(paused ? Optional.empty() : signal));
			suspended(now, first, atBreakpoint ? reached(first.get()) : List.of(),
					paused ? DebugEvent.CLIENT_REQUEST : detail(Objects.requireNonNullElse(event.getReason(), "")));
		} catch (AdapterException e) {
			ILog.of(NativeTarget.class).error("cannot read the threads of " + getName(), e);
		}
	}

	/** Returns the breakpoints that a thread has stopped at; none if its stack cannot be read. */
	private List<IBreakpoint> reached(NativeThread thread) {
		try {
			Optional<NativeFrame> top = thread.readTop();
			return top.isPresent() ? breakpoints.at(top.get()) : List.of();
		} catch (DebugException e) {
			ILog.of(NativeTarget.class).log(e.getStatus());
			return List.of();
		}
	}

	/** Tells the platform before anyone can resume the rank, so that no event of this stop follows one of the resumption. */
	private synchronized void suspended(Map<Integer, NativeThread> now, Optional<NativeThread> first, List<IBreakpoint> reached, int detail) {
		List<NativeThread> before = threads.known();
		threads.set(now);
		now.values().forEach(thread -> thread.suspended(first.filter(one -> one == thread).isPresent() ? reached : List.of()));
		isSuspended = true;
		before.stream().filter(thread -> !now.containsValue(thread)).forEach(NativeThread::fireTerminateEvent);
		now.values().stream().filter(thread -> !before.contains(thread)).forEach(NativeThread::fireCreationEvent);
		if (first.isPresent()) {
			now.values().stream().filter(thread -> thread != first.get()).forEach(thread -> thread.fireChangeEvent(DebugEvent.STATE));
			first.get().fireSuspendEvent(detail);
		} else {
			fireSuspendEvent(detail); // adapters may name no thread while a process ends
		}
	}

	private static int detail(String reason) {
		return switch (reason) {
			case "breakpoint" -> DebugEvent.BREAKPOINT;
			case "step" -> DebugEvent.STEP_END;
			case "pause" -> DebugEvent.CLIENT_REQUEST;
			default -> DebugEvent.UNSPECIFIED;
		};
	}

	/** Adapters report this after requests of ours, too; those have already changed the state. */
	@Override
	public void continued(ContinuedEventArguments event) {
		if (running(Optional.empty())) {
			threads.known().forEach(thread -> thread.fireResumeEvent(DebugEvent.CLIENT_REQUEST));
		}
	}

	/** The threads are read again when the rank stops. */
	@Override
	public void threadChanged(ThreadEventArguments event) {
		// nothing to do while it runs
	}

	@Override
	public void ended() {
		announced.join();
		DebugPlugin debug = DebugPlugin.getDefault();
		if (debug != null) {
			debug.getBreakpointManager().removeBreakpointListener(this);
			debug.getBreakpointManager().removeBreakpointManagerListener(this);
		}
		isSuspended = false;
		isTerminated = true;
		threads.known().forEach(thread -> {
			thread.running(false);
			thread.fireTerminateEvent();
		});
		fireTerminateEvent();
	}

	/**
	 * Notes that all threads go on.
	 *
	 * @param stepping the thread that makes a step
	 * @return whether they were suspended before
	 */
	synchronized boolean running(Optional<NativeThread> stepping) {
		boolean before = isSuspended;
		isSuspended = false;
		if (before) {
			threads.known().forEach(thread -> thread.running(stepping.filter(step -> step == thread).isPresent()));
		}
		return before;
	}

	// actions of the user

	@Override
	public boolean canResume() {
		return isSuspended && !isTerminated && !isCore;
	}

	@Override
	public void resume() throws DebugException {
		List<NativeThread> all = threads.known();
		if (running(Optional.empty())) {
			all.forEach(thread -> thread.fireResumeEvent(DebugEvent.CLIENT_REQUEST));
			if (all.isEmpty()) {
				fireResumeEvent(DebugEvent.CLIENT_REQUEST);
			}
			go(Motion.CONTINUE, threads.main());
		}
	}

	/** Lets the adapter do what {@link #running} has noted. */
	void go(Motion motion, int thread) throws DebugException {
		send(() -> session().go(motion, thread));
	}

	@Override
	public boolean canSuspend() {
		return !isSuspended && !isTerminated && !isCore;
	}

	@Override
	public boolean isSuspended() {
		return isSuspended;
	}

	@Override
	public void suspend() throws DebugException {
		if (canSuspend()) {
			isPausing = true;
			send(() -> session().pause(threads.main()));
		}
	}

	private interface Request {
		void send() throws AdapterException;
	}

	private static void send(Request request) throws DebugException {
		try {
			request.send();
		} catch (AdapterException e) {
			throw new DebugException(Status.error(e.getMessage(), e));
		}
	}

	@Override
	public boolean canTerminate() {
		return !isTerminated && (isCore || process.canTerminate());
	}

	@Override
	public boolean isTerminated() {
		return isTerminated;
	}

	/**
	 * Lets the host end the rank, as without a debugger; the adapter then reports the end. A suspended native rank must go on to end. Closes a
	 * core.
	 */
	@Override
	public void terminate() throws DebugException {
		if (isCore) {
			close();
			return;
		}
		process.terminate();
		if (isOfPython) {
			return;
		}
		try {
			resume();
		} catch (DebugException e) {
			// an adapter that has ended no longer holds the rank
			if (!session().hasEnded()) {
				throw e;
			}
		}
	}

	@Override
	public boolean canDisconnect() {
		return !isTerminated && !isCore;
	}

	@Override
	public void disconnect() throws DebugException {
		isDetached = true;
		send(() -> session().detach());
	}

	@Override
	public boolean isDisconnected() {
		return isDetached;
	}

	// breakpoints

	@Override
	public boolean supportsBreakpoint(IBreakpoint breakpoint) {
		return !isCore && NativeBreakpoints.isNative(breakpoint);
	}

	@Override
	public void breakpointAdded(IBreakpoint breakpoint) {
		updateBreakpoints(breakpoint);
	}

	@Override
	public void breakpointRemoved(IBreakpoint breakpoint, @Nullable IMarkerDelta delta) {
		updateBreakpoints(breakpoint);
	}

	@Override
	public void breakpointChanged(IBreakpoint breakpoint, @Nullable IMarkerDelta delta) {
		updateBreakpoints(breakpoint);
	}

	private void updateBreakpoints(IBreakpoint breakpoint) {
		if (supportsBreakpoint(breakpoint)) {
			updateBreakpoints();
		}
	}

	@Override
	public void breakpointManagerEnablementChanged(boolean enabled) {
		updateBreakpoints();
	}

	/** Sends changes on a thread of its own, because the platform may report them on that of the user interface. */
	private void updateBreakpoints() {
		Thread.ofVirtual().name("pmix4e-breakpoints").start(() -> {
			try {
				breakpoints.send(session());
			} catch (AdapterException e) {
				if (!isTerminated) {
					ILog.of(NativeTarget.class).error("cannot set the breakpoints of " + getName(), e);
				}
			}
		});
	}

	// structure

	@Override
	public String getModelIdentifier() {
		return NativeLineBreakpoint.MODEL;
	}

	@Override
	public IDebugTarget getDebugTarget() {
		return this;
	}

	@Override
	public ILaunch getLaunch() {
		return launch;
	}

	@Override
	public IProcess getProcess() {
		return process;
	}

	@Override
	public IThread[] getThreads() {
		return isTerminated ? new IThread[0] : threads.known().toArray(IThread[]::new);
	}

	@Override
	public boolean hasThreads() {
		return getThreads().length > 0;
	}

	/** @return {@code rank 3 (node, 4711)} or {@code rank 3 (node, 4711), core} */
	@Override
	public String getName() {
		String rank = Objects.requireNonNull(process.getLabel());
		return isCore ? MessageFormat.format(Messages.NativeTarget_core, rank) : rank;
	}

	@Override
	public boolean supportsStorageRetrieval() {
		return false;
	}

	@Override
	public IMemoryBlock getMemoryBlock(long address, long length) throws DebugException {
		throw new DebugException(Status.error(Messages.NativeTarget_noMemory));
	}
}
