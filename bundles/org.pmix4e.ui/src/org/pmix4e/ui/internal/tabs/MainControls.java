// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.Platform;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.debug.ui.ILaunchConfigurationDialog;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Group;
import org.eclipse.swt.widgets.Spinner;
import org.eclipse.swt.widgets.Text;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.PmixPreferences;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;

/** The controls of the {@link MainTab}. */
final class MainControls {
	/** The part of the tab that names a program of one kind. Owned by the tab, on the thread of the user interface. */
	interface ProgramBlock {
		/** Returns its controls. */
		Composite control();

		/** Shows a configuration. */
		void initialize(ILaunchConfiguration configuration);

		/** Writes the shown values into a configuration. */
		void apply(ILaunchConfigurationWorkingCopy configuration);
	}

	/** The limit of the spinner lies beyond that of the core, whose message tells the user; a spinner corrects in silence. */
	private static final int MAX_RANKS = 9_999_999;
	private static final String JAVA_BUNDLE = "org.pmix4e.jdt";

	/** Scrolls, because some kinds of programs need more room and the dialog does not grow. */
	private final ScrolledBody body;
	private final Composite composite;
	private final Map<String, ProgramBlock> blocks = new LinkedHashMap<>();
	private final List<String> kinds;
	private final Combo kind;
	private final Spinner ranks;
	private final Text arguments;
	private final ProgramsTable more;
	private final DirectoryBlock directory;

	MainControls(Composite parent, MainTab tab) {
		body = new ScrolledBody(parent);
		composite = body.content();
		GridLayoutFactory.swtDefaults().applyTo(composite);

		Composite head = new Composite(composite, SWT.NONE);
		GridLayoutFactory.fillDefaults().numColumns(4).applyTo(head);
		GridDataFactory.fillDefaults().grab(true, false).applyTo(head);
		Fields.label(head, Messages.main_kind);
		kind = new Combo(head, SWT.DROP_DOWN | SWT.READ_ONLY);
		AccessibleNames.set(kind, Messages.main_kind);
		GridDataFactory.swtDefaults().indent(20, 0).applyTo(Fields.label(head, Messages.main_ranks));
		ranks = new Spinner(head, SWT.BORDER);
		AccessibleNames.set(ranks, Messages.main_ranks);
		ranks.setToolTipText(NLS.bind(Messages.main_processors, Runtime.getRuntime().availableProcessors()));
		ranks.setValues(PmixPreferences.ranks(), 0, MAX_RANKS, 0, 1, 4);
		tab.track(ranks, SWT.Modify);

		addKind(PmixLaunchConstants.KIND_EXECUTABLE, Messages.main_kindExecutable, new ExecutableBlock(composite, tab));
		if (Platform.getBundle(JAVA_BUNDLE) != null) {
			addKind(PmixLaunchConstants.KIND_JAVA, Messages.main_kindJava, new JavaBlock(composite, tab));
		}
		kinds = List.copyOf(blocks.keySet());
		kind.addListener(SWT.Selection, event -> showBlock());
		tab.track(kind, SWT.Selection);

		Group group = Fields.group(composite, Messages.main_arguments, 2);
		arguments = new Text(group, SWT.MULTI | SWT.WRAP | SWT.BORDER | SWT.V_SCROLL);
		AccessibleNames.set(arguments, Messages.main_arguments);
		GridDataFactory.fillDefaults().grab(true, true).hint(200, 3 * arguments.getLineHeight()).applyTo(arguments);
		GridDataFactory.fillDefaults().grab(true, true).applyTo(group);
		tab.track(arguments, SWT.Modify);
		// no argument needs a tab character, so the key moves to the next control
		arguments.addListener(SWT.Traverse, event -> event.doit |= event.detail == SWT.TRAVERSE_TAB_NEXT);
		GridDataFactory.swtDefaults().align(SWT.END, SWT.BEGINNING)
				.applyTo(Fields.button(group, Messages.main_argumentVariables, () -> Fields.insertVariable(arguments)));

		more = new ProgramsTable(composite, tab);
		directory = new DirectoryBlock();
		directory.createControl(composite);
		GridDataFactory.fillDefaults().grab(true, false).applyTo(directory.getControl());
		AccessibleNames.setFromLabels(composite); // the fields of the platform's block for the directory
		showBlock();
	}

	private void addKind(String id, String title, ProgramBlock block) {
		blocks.put(id, block);
		GridDataFactory.fillDefaults().grab(true, false).applyTo(block.control());
		kind.add(title);
	}

	Composite control() {
		return body.control();
	}

	void setDialog(ILaunchConfigurationDialog dialog) {
		directory.setLaunchConfigurationDialog(dialog);
	}

	/** Shows the block of the chosen kind and hides the others. */
	private void showBlock() {
		ProgramBlock chosen = blocks.get(kinds.get(Math.max(0, kind.getSelectionIndex())));
		for (ProgramBlock block : blocks.values()) {
			((GridData) block.control().getLayoutData()).exclude = block != chosen;
			block.control().setVisible(block == chosen);
		}
		body.measure();
		composite.requestLayout();
	}

	void initialize(ILaunchConfiguration configuration) {
		String id = JobTab.read(() -> configuration.getAttribute(PmixLaunchConstants.ATTR_KIND, PmixLaunchConstants.KIND_EXECUTABLE),
				PmixLaunchConstants.KIND_EXECUTABLE);
		kind.select(Math.max(0, kinds.indexOf(id)));
		showBlock();
		blocks.values().forEach(block -> block.initialize(configuration));
		ranks.setSelection(JobTab.read(() -> configuration.getAttribute(PmixLaunchConstants.ATTR_RANKS, PmixPreferences.ranks()),
				PmixPreferences.ranks()));
		JobTab.show(arguments, JobTab.read(() -> configuration.getAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, ""), ""));
		more.show(configuration);
		directory.initializeFrom(configuration);
	}

	void apply(ILaunchConfigurationWorkingCopy configuration) {
		String id = kinds.get(Math.max(0, kind.getSelectionIndex()));
		configuration.setAttribute(PmixLaunchConstants.ATTR_KIND, id);
		blocks.get(id).apply(configuration);
		configuration.setAttribute(PmixLaunchConstants.ATTR_RANKS, ranks.getSelection());
		String text = arguments.getText();
		configuration.setAttribute(PmixLaunchConstants.ATTR_ARGUMENTS, text.isBlank() ? null : text);
		more.store(configuration);
		directory.performApply(configuration);
		directory.follow(configuration);
	}
}
