// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.List;

import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Group;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixImage;
import org.pmix4e.ui.internal.PmixUi;

/** The tab Output and Input: tags, files for each rank, and the target of standard input. */
public final class OutputTab extends OptionTab {
	private static final String DEFAULT_STDIN = "0";

	/** For the tab group. */
	public OutputTab() {
		setHelpContextId(PmixUi.HELP_STREAMS);
	}

	@Override
	public String getName() {
		return Messages.output_name;
	}

	@Override
	public String getId() {
		return "org.pmix4e.ui.tabs.output";
	}

	@Override
	public Image getImage() {
		return PmixImage.OUTPUT.image();
	}

	@Override
	void fill(Composite composite, OptionControls controls) {
		Group lines = Fields.group(composite, Messages.output_lines, 2);
		controls.choice(lines, PmixLaunchConstants.ATTR_TAG, Messages.output_tag, PmixPreferences.tag(),
				List.of(PmixLaunchConstants.TAG_NONE, PmixLaunchConstants.TAG_RANK, PmixLaunchConstants.TAG_JOB,
						PmixLaunchConstants.TAG_DETAILED),
				List.of(Messages.output_tagNone, Messages.output_tagRank, Messages.output_tagJob, Messages.output_tagDetailed),
				help(PmixLaunchConstants.ATTR_TAG));
		flag(lines, controls, PmixLaunchConstants.ATTR_TIMESTAMP, Messages.output_timestamp);
		flag(lines, controls, PmixLaunchConstants.ATTR_RAW, Messages.output_raw);
		flag(lines, controls, PmixLaunchConstants.ATTR_NO_PTY, Messages.output_noPty);
		Group files = Fields.group(composite, Messages.output_files, 2);
		controls.text(files, PmixLaunchConstants.ATTR_OUTPUT_DIRECTORY, Messages.output_directory, Messages.output_directoryHint,
				help(PmixLaunchConstants.ATTR_OUTPUT_DIRECTORY));
		flag(files, controls, PmixLaunchConstants.ATTR_OUTPUT_FILES_ONLY, Messages.output_filesOnly);
		Group input = Fields.group(composite, Messages.output_input, 2);
		controls.choice(input, PmixLaunchConstants.ATTR_STDIN, Messages.output_stdin, DEFAULT_STDIN,
				List.of(DEFAULT_STDIN, PmixLaunchConstants.STDIN_ALL, PmixLaunchConstants.STDIN_NONE),
				List.of(DEFAULT_STDIN, Messages.output_stdinAll, Messages.output_stdinNone), help(PmixLaunchConstants.ATTR_STDIN));
		Fields.label(composite, Messages.output_stdinFile);
	}

	private static void flag(Composite parent, OptionControls controls, String attribute, String label) {
		controls.flag(parent, attribute, label, help(attribute));
	}
}
