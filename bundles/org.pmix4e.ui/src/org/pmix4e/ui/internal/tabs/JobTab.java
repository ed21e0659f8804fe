// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.ui.AbstractLaunchConfigurationTab;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Listener;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.PlatformUI;
import org.pmix4e.core.launch.LaunchValidator;
import org.pmix4e.core.spi.LaunchProblem;

/** Base of the tabs of a PMIx job. Shows the first problem that the core finds with an attribute of the tab. */
abstract class JobTab extends AbstractLaunchConfigurationTab {
	/** Applies the change that the user has made. */
	private final Listener changed = this::changed;

	/** Returns the attributes that this tab changes. */
	abstract Set<String> attributes();

	private void changed(Event event) {
		changed();
	}

	/** Gives the tab its help, because the dialog has help for the whole group only. */
	@Override
	protected void setControl(Control control) {
		super.setControl(control);
		PlatformUI.getWorkbench().getHelpSystem().setHelp(control, getHelpContextId());
	}

	/** Applies a change at once and shows its problems. */
	final void changed() {
		updateLaunchConfigurationDialog();
	}

	/** Applies every change of a control at once. */
	final void track(Control control, int eventType) {
		control.addListener(eventType, changed);
	}

	/** Shows the first problem of this tab. The configuration is up to date, because every change is applied at once. */
	@Override
	public void activated(ILaunchConfigurationWorkingCopy workingCopy) {
		updateLaunchConfigurationDialog();
	}

	@Override
	public void deactivated(ILaunchConfigurationWorkingCopy workingCopy) {
		// every change was applied at once
	}

	@Override
	public boolean isValid(ILaunchConfiguration configuration) {
		List<LaunchProblem> problems = LaunchValidator.validate(configuration).stream()
				.filter(problem -> attributes().contains(problem.attribute())).toList();
		Optional<String> error = problems.stream().filter(LaunchProblem::isError).map(LaunchProblem::message).findFirst();
		Optional<String> warning = problems.stream().filter(problem -> !problem.isError()).map(LaunchProblem::message).findFirst();
		setErrorMessage(error.orElse(null));
		setWarningMessage(warning.orElse(null));
		return error.isEmpty();
	}

	/** Shows a value, but leaves an equal text alone, so that the cursor stays where the user types. */
	static void show(Text text, String value) {
		if (!text.getText().equals(value)) {
			text.setText(value);
		}
	}

	/** Reads an attribute of a configuration. */
	@FunctionalInterface
	interface Read<T> {
		T get() throws CoreException;
	}

	/** Returns the value; if the configuration cannot be read, logs the reason and returns the other one. */
	static <T> T read(Read<T> read, T otherwise) {
		try {
			return read.get();
		} catch (CoreException e) {
			ILog.get().log(e.getStatus());
			return otherwise;
		}
	}
}
