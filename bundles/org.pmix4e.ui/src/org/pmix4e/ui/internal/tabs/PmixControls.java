// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.List;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.DirectoryDialog;
import org.eclipse.swt.widgets.Group;
import org.eclipse.swt.widgets.Spinner;
import org.eclipse.swt.widgets.Text;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;

/** The controls of the {@link PmixTab}. */
final class PmixControls {
	/** The values of the attribute, in the order of their titles. */
	private static final List<String> TAGS = List.of(PmixLaunchConstants.TAG_NONE, PmixLaunchConstants.TAG_RANK,
			PmixLaunchConstants.TAG_JOB, PmixLaunchConstants.TAG_DETAILED);
	private static final String DEFAULT_STDIN = "0";

	private final Composite composite;
	private final Text sessionDirectory;
	private final Combo tag;
	private final Combo stdin;
	private final Spinner timeout;
	private final Button terminate;
	private final Button goOn;

	PmixControls(Composite parent, PmixTab tab) {
		composite = new Composite(parent, SWT.NONE);
		GridLayoutFactory.swtDefaults().applyTo(composite);

		Composite directory = new Composite(composite, SWT.NONE);
		GridLayoutFactory.fillDefaults().numColumns(3).applyTo(directory);
		GridDataFactory.fillDefaults().grab(true, false).applyTo(directory);
		sessionDirectory = Fields.text(directory, Messages.pmix_sessionDirectory, Messages.pmix_sessionDirectoryHint);
		Fields.button(directory, Messages.pmix_browse, this::browse);
		tab.track(sessionDirectory, SWT.Modify);

		Group output = Fields.group(composite, Messages.pmix_output, 2);
		Fields.label(output, Messages.pmix_tag);
		tag = new Combo(output, SWT.DROP_DOWN | SWT.READ_ONLY);
		tag.setItems(Messages.pmix_tagNone, Messages.pmix_tagRank, Messages.pmix_tagJob, Messages.pmix_tagDetailed);
		tab.track(tag, SWT.Selection);
		Fields.label(output, Messages.pmix_stdin);
		stdin = new Combo(output, SWT.DROP_DOWN);
		stdin.setItems(DEFAULT_STDIN, Messages.pmix_stdinAll, Messages.pmix_stdinNone);
		tab.track(stdin, SWT.Modify);

		Group limits = Fields.group(composite, Messages.pmix_limits, 3);
		Fields.label(limits, Messages.pmix_timeout);
		timeout = new Spinner(limits, SWT.BORDER);
		timeout.setValues(0, 0, Integer.MAX_VALUE, 0, 1, 60);
		GridDataFactory.swtDefaults().hint(90, SWT.DEFAULT).applyTo(timeout);
		tab.track(timeout, SWT.Modify);
		Fields.label(limits, Messages.pmix_timeoutUnit);
		Fields.label(limits, Messages.pmix_failure);
		terminate = new Button(limits, SWT.RADIO);
		terminate.setText(Messages.pmix_terminate);
		goOn = new Button(limits, SWT.RADIO);
		goOn.setText(Messages.pmix_continue);
		tab.track(terminate, SWT.Selection);
	}

	Composite control() {
		return composite;
	}

	private void browse() {
		DirectoryDialog dialog = new DirectoryDialog(composite.getShell(), SWT.SHEET);
		dialog.setText(Messages.pmix_chooseDirectory);
		dialog.setMessage(Messages.pmix_chooseDirectoryMessage);
		dialog.setFilterPath(sessionDirectory.getText());
		String chosen = dialog.open();
		if (chosen != null) {
			sessionDirectory.setText(chosen);
		}
	}

	void initialize(ILaunchConfiguration configuration) {
		JobTab.show(sessionDirectory, JobTab.read(() -> configuration.getAttribute(PmixLaunchConstants.ATTR_SESSION_DIRECTORY, ""), ""));
		String known = JobTab.read(() -> configuration.getAttribute(PmixLaunchConstants.ATTR_TAG, PmixPreferences.tag()),
				PmixPreferences.tag());
		tag.select(TAGS.indexOf(known));
		stdin.setText(title(JobTab.read(() -> configuration.getAttribute(PmixLaunchConstants.ATTR_STDIN, DEFAULT_STDIN), DEFAULT_STDIN)));
		timeout.setSelection(JobTab.read(() -> configuration.getAttribute(PmixLaunchConstants.ATTR_TIMEOUT, 0), 0));
		boolean others = JobTab.read(() -> configuration.getAttribute(PmixLaunchConstants.ATTR_CONTINUE, false), false);
		terminate.setSelection(!others);
		goOn.setSelection(others);
	}

	void apply(ILaunchConfigurationWorkingCopy configuration) {
		String directory = sessionDirectory.getText().strip();
		configuration.setAttribute(PmixLaunchConstants.ATTR_SESSION_DIRECTORY, directory.isEmpty() ? null : directory);
		if (tag.getSelectionIndex() >= 0) {
			String chosen = TAGS.get(tag.getSelectionIndex());
			configuration.setAttribute(PmixLaunchConstants.ATTR_TAG, chosen.equals(PmixPreferences.tag()) ? null : chosen);
		}
		String target = value(stdin.getText().strip());
		configuration.setAttribute(PmixLaunchConstants.ATTR_STDIN, target.equals(DEFAULT_STDIN) ? null : target);
		set(configuration, PmixLaunchConstants.ATTR_TIMEOUT, timeout.getSelection());
		set(configuration, PmixLaunchConstants.ATTR_CONTINUE, goOn.getSelection());
	}

	/** Sets an attribute, but does not store a default, which may change. */
	private static void set(ILaunchConfigurationWorkingCopy configuration, String attribute, int value) {
		if (value == 0) {
			configuration.removeAttribute(attribute);
		} else {
			configuration.setAttribute(attribute, value);
		}
	}

	private static void set(ILaunchConfigurationWorkingCopy configuration, String attribute, boolean value) {
		if (value) {
			configuration.setAttribute(attribute, true);
		} else {
			configuration.removeAttribute(attribute);
		}
	}

	private static String title(String target) {
		return switch (target) {
			case PmixLaunchConstants.STDIN_ALL -> Messages.pmix_stdinAll;
			case PmixLaunchConstants.STDIN_NONE -> Messages.pmix_stdinNone;
			default -> target;
		};
	}

	private static String value(String title) {
		if (title.equals(Messages.pmix_stdinAll)) {
			return PmixLaunchConstants.STDIN_ALL;
		}
		return title.equals(Messages.pmix_stdinNone) ? PmixLaunchConstants.STDIN_NONE : title;
	}
}
