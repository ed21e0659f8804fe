// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.model.IRegisterGroup;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.debug.core.model.IVariable;
import org.eclipse.lsp4j.debug.EvaluateArguments;
import org.eclipse.lsp4j.debug.EvaluateResponse;
import org.eclipse.lsp4j.debug.Scope;
import org.eclipse.lsp4j.debug.ScopesArguments;
import org.eclipse.lsp4j.debug.Source;
import org.eclipse.lsp4j.debug.StackFrame;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.spi.FramePlace;

/** A frame of the stack of a thread. Valid until the rank goes on. */
public final class NativeFrame extends NativeElement implements IStackFrame {
	/** The scopes whose variables are shown; adapters have others for registers and global variables. */
	private static final Set<String> SCOPES = Set.of("Arguments", "Locals");
	private static final int NO_POSITION = -1;

	private final NativeThread thread;
	private final StackFrame frame;
	private final ValueHistory.Place values;

	/** @param outer the number of frames that have called it */
	NativeFrame(NativeThread thread, StackFrame frame, int outer) {
		super(thread.target());
		this.thread = thread;
		this.frame = frame;
		values = thread.values(outer + " " + frame.getName());
	}

	/** @return the absolute path of its source file on this machine; empty if that is unknown */
	public Optional<Path> source() {
		Source source = frame.getSource();
		if (source == null || source.getPath() == null || frame.getLine() <= 0) {
			return Optional.empty();
		}
		try {
			return Optional.of(Path.of(source.getPath())).filter(path -> path.isAbsolute() && path.getFileName() != null)
					.map(target().paths()::here);
		} catch (InvalidPathException e) {
			return Optional.empty();
		}
	}

	private FramePlace place() {
		String file = source().map(path -> path.getFileName().toString()).orElse("");
		return new FramePlace(Objects.requireNonNullElse(frame.getName(), "??"), file, Math.max(0, frame.getLine()));
	}

	@Override
	public <T> @Nullable T getAdapter(Class<T> adapter) {
		return adapter == FramePlace.class ? adapter.cast(place()) : super.getAdapter(adapter);
	}

	/** Returns the value of an expression in this frame. */
	NativeValue evaluate(String expression) throws DebugException {
		EvaluateArguments arguments = new EvaluateArguments();
		arguments.setExpression(expression);
		arguments.setFrameId(frame.getId());
		arguments.setContext("watch");
		EvaluateResponse reply = request("evaluate", server -> server.evaluate(arguments), Objects::requireNonNull);
		return new NativeValue(target(), values.member(expression), reply.getResult(), reply.getType(), reply.getVariablesReference());
	}

	@Override
	public IThread getThread() {
		return thread;
	}

	@Override
	public IVariable[] getVariables() throws DebugException {
		ScopesArguments arguments = new ScopesArguments();
		arguments.setFrameId(frame.getId());
		List<IVariable> found = new ArrayList<>();
		for (Scope scope : request("scopes", server -> server.scopes(arguments), reply -> List.of(reply.getScopes()))) {
			if (SCOPES.contains(Objects.requireNonNullElse(scope.getName(), ""))) {
				found.addAll(NativeValue.members(this, values, scope.getVariablesReference()));
			}
		}
		return found.toArray(IVariable[]::new);
	}

	@Override
	public boolean hasVariables() {
		return thread.isSuspended();
	}

	@Override
	public int getLineNumber() {
		return frame.getLine() > 0 ? frame.getLine() : NO_POSITION;
	}

	@Override
	public int getCharStart() {
		return NO_POSITION;
	}

	@Override
	public int getCharEnd() {
		return NO_POSITION;
	}

	/** @return {@code compute() at solver.c:41}, or the function alone */
	@Override
	public String getName() {
		return place().toString();
	}

	@Override
	public IRegisterGroup[] getRegisterGroups() {
		return new IRegisterGroup[0];
	}

	@Override
	public boolean hasRegisterGroups() {
		return false;
	}

	@Override
	public boolean canStepInto() {
		return thread.canStepInto();
	}

	@Override
	public boolean canStepOver() {
		return thread.canStepOver();
	}

	@Override
	public boolean canStepReturn() {
		return thread.canStepReturn();
	}

	@Override
	public boolean isStepping() {
		return thread.isStepping();
	}

	@Override
	public void stepInto() throws DebugException {
		thread.stepInto();
	}

	@Override
	public void stepOver() throws DebugException {
		thread.stepOver();
	}

	@Override
	public void stepReturn() throws DebugException {
		thread.stepReturn();
	}

	@Override
	public boolean canResume() {
		return thread.canResume();
	}

	@Override
	public boolean canSuspend() {
		return thread.canSuspend();
	}

	@Override
	public boolean isSuspended() {
		return thread.isSuspended();
	}

	@Override
	public void resume() throws DebugException {
		thread.resume();
	}

	@Override
	public void suspend() throws DebugException {
		thread.suspend();
	}

	@Override
	public boolean canTerminate() {
		return thread.canTerminate();
	}

	@Override
	public boolean isTerminated() {
		return thread.isTerminated();
	}

	@Override
	public void terminate() throws DebugException {
		thread.terminate();
	}
}
