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
import org.pmix4e.core.launch.LaunchValidator;
import org.pmix4e.core.spi.LaunchProblem;

/** What our tabs have in common: they show the first problem that the core finds with one of their attributes. */
abstract class JobTab extends AbstractLaunchConfigurationTab {
	/** The user has changed something. */
	private final Listener changed = this::changed;

	/** The attributes that this tab changes. */
	abstract Set<String> attributes();

	private void changed(Event event) {
		updateLaunchConfigurationDialog();
	}

	/** Takes part in the configuration: what the user does with it is applied. */
	final void track(Control control, int eventType) {
		control.addListener(eventType, changed);
	}

	/** Shows what is wrong with this tab; the configuration is known, as every change is applied at once. */
	@Override
	public void activated(ILaunchConfigurationWorkingCopy workingCopy) {
		updateLaunchConfigurationDialog();
	}

	@Override
	public void deactivated(ILaunchConfigurationWorkingCopy workingCopy) {
		// all is applied
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

	/** Shows a value without taking the cursor away from who writes it. */
	static void show(Text text, String value) {
		if (!text.getText().equals(value)) {
			text.setText(value);
		}
	}

	/** Reading an attribute of a configuration. */
	@FunctionalInterface
	interface Read<T> {
		T get() throws CoreException;
	}

	/** The value, or that for a configuration which cannot be read; the log tells why. */
	static <T> T read(Read<T> read, T otherwise) {
		try {
			return read.get();
		} catch (CoreException e) {
			ILog.get().log(e.getStatus());
			return otherwise;
		}
	}
}
