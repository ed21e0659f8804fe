// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.ui.internal;

import org.eclipse.core.runtime.ICoreRunnable;
import org.eclipse.core.runtime.jobs.ISchedulingRule;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.model.IDebugTarget;
import org.eclipse.debug.core.model.IVariable;
import org.eclipse.debug.ui.actions.IVariableValueEditor;
import org.eclipse.jface.dialogs.InputDialog;
import org.eclipse.jface.dialogs.MessageDialog;
import org.eclipse.jface.window.Window;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;
import org.pmix4e.ui.access.AccessibleNames;

/**
 * Changes variables of native ranks for the views Variables and Expressions. Sends each change from a job, because a debug adapter may
 * reply late. Created by the platform; stateless.
 */
public final class NativeValueEditor implements IVariableValueEditor {
	/** Keeps the changes of one rank in their order. */
	private record RankRule(IDebugTarget rank) implements ISchedulingRule {
		@Override
		public boolean contains(ISchedulingRule rule) {
			return equals(rule);
		}

		@Override
		public boolean isConflicting(ISchedulingRule rule) {
			return equals(rule);
		}
	}

	/** For the extension registry. */
	public NativeValueEditor() {
	}

	/** Asks for the new value. @return true */
	@Override
	public boolean editVariable(IVariable variable, Shell shell) {
		try {
			InputDialog dialog = new InputDialog(shell, Messages.value_title, NLS.bind(Messages.value_message, variable.getName()),
					variable.getValue().getValueString(), text -> problem(variable, text));
			if (AccessibleNames.open(dialog) == Window.OK) {
				save(variable, dialog.getValue());
			}
		} catch (DebugException e) {
			report(e.getStatus().getMessage());
		}
		return true;
	}

	/** Starts to save a value that was typed into a cell or the details pane; returns at once. @return true */
	@Override
	public boolean saveVariable(IVariable variable, String expression, @Nullable Shell shell) {
		String problem = problem(variable, expression);
		if (problem == null) {
			save(variable, expression);
		} else {
			report(problem);
		}
		return true;
	}

	/** Returns why a text is no value; null if it may be one. */
	private static @Nullable String problem(IVariable variable, String text) {
		try {
			return variable.verifyValue(text) ? null : Messages.value_empty;
		} catch (DebugException e) {
			return e.getStatus().getMessage();
		}
	}

	private static void save(IVariable variable, String expression) {
		Job job = Job.create(Messages.value_title, (ICoreRunnable) monitor -> {
			String name = variable.getName();
			try {
				variable.setValue(expression);
			} catch (DebugException e) {
				report(NLS.bind(Messages.value_failed, new Object[] { name, variable.getDebugTarget().getName(), expression,
						e.getStatus().getMessage() }));
			}
		});
		job.setRule(new RankRule(variable.getDebugTarget()));
		job.schedule();
	}

	private static void report(String problem) {
		if (PlatformUI.isWorkbenchRunning()) {
			PlatformUI.getWorkbench().getDisplay().asyncExec(() -> MessageDialog.openError(
					PlatformUI.getWorkbench().getModalDialogShellProvider().getShell(), Messages.value_title, problem));
		}
	}
}
