// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.text.MessageFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

import org.eclipse.debug.core.DebugEvent;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.lsp4j.debug.StackFrame;
import org.eclipse.lsp4j.debug.StackTraceArguments;
import org.eclipse.lsp4j.debug.StackTraceResponse;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.spi.StopReason;
import org.pmix4e.dap.internal.Messages;
import org.pmix4e.dap.internal.adapter.Motion;

/** A thread of a rank. All threads of a rank stop and go on together. Changed by its target; may be used from any thread. */
final class NativeThread extends NativeElement implements IThread {
	/** Deep recursion would fill the view. */
	private static final int DEEPEST = 200;

	private final int id;
	private volatile String name = "";
	private volatile Optional<StopSignal> signal = Optional.empty();
	private volatile boolean isSuspended;
	private volatile boolean isStepping;
	private volatile List<IBreakpoint> breakpoints = List.of();
	private @Nullable List<NativeFrame> frames;
	private final ValueHistory values = new ValueHistory();

	NativeThread(NativeTarget target, int id) {
		super(target);
		this.id = id;
	}

	/** Returns its number for the adapter. */
	int id() {
		return id;
	}

	/** Notes its name, which the program may change. */
	void named(String current) {
		name = current;
	}

	/** Notes the signal that stops it, if one does. */
	void stoppedBy(Optional<StopSignal> stop) {
		signal = stop;
	}

	/** Notes that it has stopped, and at which breakpoints. */
	void suspended(List<IBreakpoint> reached) {
		breakpoints = reached;
		isStepping = false;
		isSuspended = true;
	}

	/** Notes that it goes on; what is known of its stack is then void. */
	synchronized void running(boolean byStep) {
		isSuspended = false;
		isStepping = byStep;
		breakpoints = List.of();
		signal = Optional.empty();
		frames = null;
		values.next();
	}

	/** Returns the history of the values in a frame. */
	ValueHistory.Place values(String frame) {
		return new ValueHistory.Place(values, frame);
	}

	/** Returns its frames, the innermost first; none while it runs. */
	private synchronized List<NativeFrame> frames() throws DebugException {
		return isSuspended ? readFrames() : List.of();
	}

	private synchronized List<NativeFrame> readFrames() throws DebugException {
		if (frames == null) {
			StackTraceArguments arguments = new StackTraceArguments();
			arguments.setThreadId(id);
			arguments.setStartFrame(0);
			arguments.setLevels(DEEPEST);
			frames = request("stackTrace", server -> server.stackTrace(arguments), this::frames);
		}
		return frames;
	}

	/** Returns the innermost frame of a thread that has stopped, before that is noted. */
	Optional<NativeFrame> readTop() throws DebugException {
		return readFrames().stream().findFirst();
	}

	private List<NativeFrame> frames(StackTraceResponse reply) {
		List<StackFrame> found = List.of(reply.getStackFrames());
		int all = Math.max(found.size(), Objects.requireNonNullElse(reply.getTotalFrames(), 0));
		return IntStream.range(0, found.size()).mapToObj(index -> new NativeFrame(this, found.get(index), all - 1 - index)).toList();
	}

	/** Returns its innermost frame; empty while it runs. */
	Optional<NativeFrame> top() throws DebugException {
		return frames().stream().findFirst();
	}

	@Override
	public IStackFrame[] getStackFrames() throws DebugException {
		return frames().toArray(IStackFrame[]::new);
	}

	@Override
	public boolean hasStackFrames() {
		return isSuspended;
	}

	@Override
	public int getPriority() {
		return 0;
	}

	@Override
	public @Nullable IStackFrame getTopStackFrame() throws DebugException {
		return top().orElse(null);
	}

	/** @return {@code Thread 1 (worker)}, followed by the signal that has stopped it */
	@Override
	public String getName() {
		String plain = MessageFormat.format(Messages.NativeThread_name, Integer.toString(id), name);
		return signal.map(stop -> MessageFormat.format(Messages.NativeThread_signal, plain, stop.text())).orElse(plain);
	}

	@Override
	public <T> @Nullable T getAdapter(Class<T> adapter) {
		return adapter == StopReason.class ? signal.map(stop -> adapter.cast(new StopReason(stop.text()))).orElse(null)
				: super.getAdapter(adapter);
	}

	@Override
	public IBreakpoint[] getBreakpoints() {
		return breakpoints.toArray(IBreakpoint[]::new);
	}

	@Override
	public boolean canResume() {
		return isSuspended && target().canResume();
	}

	@Override
	public boolean canSuspend() {
		return !isSuspended && target().canSuspend();
	}

	@Override
	public boolean isSuspended() {
		return isSuspended;
	}

	@Override
	public void resume() throws DebugException {
		target().resume();
	}

	@Override
	public void suspend() throws DebugException {
		target().suspend();
	}

	@Override
	public boolean canStepInto() {
		return canResume();
	}

	@Override
	public boolean canStepOver() {
		return canResume();
	}

	@Override
	public boolean canStepReturn() {
		return canResume();
	}

	@Override
	public boolean isStepping() {
		return isStepping;
	}

	@Override
	public void stepInto() throws DebugException {
		step(DebugEvent.STEP_INTO, Motion.STEP_INTO);
	}

	@Override
	public void stepOver() throws DebugException {
		step(DebugEvent.STEP_OVER, Motion.STEP_OVER);
	}

	@Override
	public void stepReturn() throws DebugException {
		step(DebugEvent.STEP_RETURN, Motion.STEP_RETURN);
	}

	private void step(int detail, Motion motion) throws DebugException {
		if (target().running(Optional.of(this))) {
			fireResumeEvent(detail);
			target().go(motion, id);
		}
	}

	@Override
	public boolean canTerminate() {
		return target().canTerminate();
	}

	@Override
	public boolean isTerminated() {
		return target().isTerminated();
	}

	@Override
	public void terminate() throws DebugException {
		target().terminate();
	}
}
