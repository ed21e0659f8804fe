// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.model;

import java.util.Optional;

import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.model.IDebugElement;
import org.eclipse.debug.core.model.IValue;
import org.eclipse.debug.core.model.IWatchExpressionDelegate;
import org.eclipse.debug.core.model.IWatchExpressionListener;
import org.eclipse.debug.core.model.IWatchExpressionResult;
import org.jspecify.annotations.Nullable;

/** Evaluates watch expressions in the selected frame of a native rank. Created by the platform. */
public final class NativeWatch implements IWatchExpressionDelegate {
	/** For the extension registry. */
	public NativeWatch() {
	}

	/** Returns at once; the listener receives the result. */
	@Override
	public void evaluateExpression(String expression, IDebugElement context, IWatchExpressionListener listener) {
		Thread.ofVirtual().name("pmix4e-watch").start(() -> listener.watchEvaluationFinished(evaluate(expression, context)));
	}

	private static IWatchExpressionResult evaluate(String expression, IDebugElement context) {
		try {
			Optional<NativeFrame> frame = context instanceof NativeThread thread ? thread.top()
					: Optional.of(context).filter(NativeFrame.class::isInstance).map(NativeFrame.class::cast);
			return new Result(expression, frame.isPresent() ? frame.get().evaluate(expression) : null, null);
		} catch (DebugException e) {
			return new Result(expression, null, e);
		}
	}

	private record Result(String expression, @Nullable NativeValue value, @Nullable DebugException error) implements IWatchExpressionResult {
		@Override
		public @Nullable IValue getValue() {
			return value;
		}

		@Override
		public boolean hasErrors() {
			return error != null;
		}

		@Override
		public String[] getErrorMessages() {
			return error == null ? new String[0] : new String[] { error.getStatus().getMessage() };
		}

		@Override
		public String getExpressionText() {
			return expression;
		}

		@Override
		public @Nullable DebugException getException() {
			return error;
		}
	}
}
