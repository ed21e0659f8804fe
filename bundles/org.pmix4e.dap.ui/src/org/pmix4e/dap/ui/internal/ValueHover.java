// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.ui.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import org.eclipse.core.runtime.Adapters;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IValue;
import org.eclipse.debug.core.model.IVariable;
import org.eclipse.debug.core.model.IWatchExpressionDelegate;
import org.eclipse.debug.core.model.IWatchExpressionResult;
import org.eclipse.debug.ui.DebugUITools;
import org.eclipse.jface.text.BadLocationException;
import org.eclipse.jface.text.IDocument;
import org.eclipse.jface.text.IRegion;
import org.eclipse.jface.text.ITextHover;
import org.eclipse.jface.text.ITextViewer;
import org.eclipse.jface.text.Region;
import org.jspecify.annotations.Nullable;
import org.pmix4e.dap.NativeLineBreakpoint;

/**
 * Shows the value of the variable under the mouse pointer, in the frame that is selected in the Debug view. Called on the thread of hovers,
 * which may wait for the debugger. Stateless.
 */
public final class ValueHover implements ITextHover {
	/** The pointer has moved on long before. */
	private static final int LIMIT_SECONDS = 5;
	/** Structures in structures that are shown. */
	private static final int DEEPEST = 2;
	private static final int MOST_MEMBERS = 20;

	private final Supplier<@Nullable Object> context;

	/** For the extension registry. */
	public ValueHover() {
		this(DebugUITools::getDebugContext);
	}

	/** @param context tells the selected element of a debugger; null if there is none */
	public ValueHover(Supplier<@Nullable Object> context) {
		this.context = context;
	}

	@Override
	public @Nullable IRegion getHoverRegion(ITextViewer viewer, int offset) {
		return viewer.getDocument() == null ? null : expression(viewer.getDocument(), offset).orElse(null);
	}

	/** @return {@code sum.x = 4}, or null if there is no such variable in the selected frame of a native rank */
	@Override
	public @Nullable String getHoverInfo(ITextViewer viewer, IRegion region) {
		IStackFrame frame = Adapters.adapt(context.get(), IStackFrame.class);
		if (frame == null || !frame.isSuspended() || !NativeLineBreakpoint.MODEL.equals(frame.getModelIdentifier())) {
			return null;
		}
		try {
			String expression = viewer.getDocument().get(region.getOffset(), region.getLength());
			return value(frame, expression).map(value -> expression + " = " + html(value)).orElse(null);
		} catch (BadLocationException | DebugException e) {
			return null; // the text or the rank has changed
		}
	}

	private static Optional<IRegion> expression(IDocument document, int offset) {
		try {
			IRegion line = document.getLineInformationOfOffset(offset);
			return HoveredExpression.at(document.get(line.getOffset(), line.getLength()), offset - line.getOffset())
					.map(found -> new Region(line.getOffset() + found.begin(), found.end() - found.begin()));
		} catch (BadLocationException e) {
			return Optional.empty(); // the text has changed
		}
	}

	private static Optional<String> value(IStackFrame frame, String expression) throws DebugException {
		IWatchExpressionDelegate delegate = DebugPlugin.getDefault().getExpressionManager()
				.newWatchExpressionDelegate(frame.getModelIdentifier());
		CompletableFuture<IWatchExpressionResult> answer = new CompletableFuture<>();
		delegate.evaluateExpression(expression, frame, answer::complete);
		try {
			IWatchExpressionResult result = answer.get(LIMIT_SECONDS, TimeUnit.SECONDS);
			return result.hasErrors() ? Optional.empty() : Optional.of(text(result.getValue(), 0));
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			return Optional.empty();
		} catch (ExecutionException | TimeoutException e) {
			return Optional.empty(); // too late to be of interest
		}
	}

	/** Returns a value. GDB has no text for a structure or an array, so that its members are shown: {@code {x = 1, y = {...}}}. */
	private static String text(IValue value, int depth) throws DebugException {
		if (!value.getValueString().isEmpty() || !value.hasVariables()) {
			return value.getValueString();
		}
		if (depth == DEEPEST) {
			return "{...}";
		}
		List<String> members = new ArrayList<>();
		for (IVariable member : value.getVariables()) {
			if (members.size() == MOST_MEMBERS) {
				members.add("...");
				break;
			}
			members.add(member.getName() + " = " + text(member.getValue(), depth + 1));
		}
		return "{" + String.join(", ", members) + "}";
	}

	/** Hovers interpret their text as HTML. */
	private static String html(String text) {
		return text.replace("&", "&amp;").replace("<", "&lt;");
	}
}
