// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.tabs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.ILaunchConfigurationWorkingCopy;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Button;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.PlatformUI;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.model.ServerAttachments;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.commands.AttachDialog;

/**
 * The choice of the engine: a radio button for each, with the fields that it needs. Bound to the attribute of the engine; {@link #slurm}
 * is bound to that of the allocation. An engine that has no button, such as one with a variable, stays as it is until the user chooses
 * another. Owned by its tab, on the thread of the user interface.
 */
final class EngineField implements OptionControls.OptionField {
	/** The columns of the parent. The wide radio button of Slurm spans two, so that the fields of a server begin further to the left. */
	static final int COLUMNS = 3;

	/** What stands before the address of a running server, in the order of the combo. */
	private static final List<String> KINDS = List.of(PmixLaunchConstants.ENGINE_PRRTE + ":", PmixLaunchConstants.ENGINE_LOCAL + ":");
	/** Stands for all values that name a server. */
	private static final String SERVER = ":";

	private final JobTab tab;
	/** The buttons by the values of the attribute. */
	private final Map<String, Button> buttons = new LinkedHashMap<>();
	private final Combo kind;
	private final Text address;
	private final Button find;
	private final Text options;
	/** The value of the attribute if no button stands for it. */
	private String other = "";

	EngineField(JobTab tab, Composite parent) {
		this.tab = tab;
		span(COLUMNS, button(parent, "", Messages.where_automatic));
		span(COLUMNS, button(parent, PmixLaunchConstants.ENGINE_LOCAL, Messages.where_local));
		span(COLUMNS, button(parent, PmixLaunchConstants.ENGINE_PRRTE, Messages.where_prrte));

		button(parent, SERVER, Messages.where_server);
		kind = new Combo(parent, SWT.DROP_DOWN | SWT.READ_ONLY);
		kind.setItems(Messages.where_serverPrrte, Messages.where_serverOurs);
		kind.select(0);
		AccessibleNames.set(kind, Messages.where_serverKind);
		tab.track(kind, SWT.Selection);
		Composite server = new Composite(parent, SWT.NONE);
		GridLayoutFactory.fillDefaults().numColumns(2).applyTo(server);
		GridDataFactory.fillDefaults().grab(true, false).applyTo(server);
		address = text(server, Messages.where_serverHint, Messages.where_serverAddress);
		find = Fields.button(server, Messages.where_find, this::find);

		span(COLUMNS - 1, button(parent, PmixLaunchConstants.ENGINE_SLURM, Messages.where_slurm));
		options = text(parent, Messages.where_slurmHint, Messages.where_slurm);
		options.setToolTipText(Messages.where_slurmHelp);
	}

	private Button button(Composite parent, String value, String title) {
		Button button = new Button(parent, SWT.RADIO);
		button.setText(title);
		buttons.put(value, button);
		button.addListener(SWT.Selection, event -> {
			enable();
			tab.changed();
		});
		return button;
	}

	private static void span(int columns, Button button) {
		GridDataFactory.swtDefaults().span(columns, 1).applyTo(button);
	}

	private Text text(Composite parent, String hint, String name) {
		Text text = new Text(parent, SWT.SINGLE | SWT.BORDER);
		text.setMessage(hint);
		AccessibleNames.set(text, name);
		GridDataFactory.fillDefaults().grab(true, false).align(SWT.FILL, SWT.CENTER).hint(100, SWT.DEFAULT).applyTo(text);
		tab.track(text, SWT.Modify);
		return text;
	}

	/** Lets the user choose one of the servers that are found. */
	private void find() {
		AttachDialog dialog = new AttachDialog(address.getShell(), PlatformUI.getWorkbench().getService(ServerAttachments.class));
		if (dialog.open() == Window.OK) {
			kind.select(dialog.isOfPmix4j() ? 1 : 0);
			address.setText(dialog.address());
		}
	}

	private boolean isChosen(String value) {
		return buttons.get(value).getSelection();
	}

	private void enable() {
		boolean isServer = isChosen(SERVER);
		kind.setEnabled(isServer);
		address.setEnabled(isServer);
		find.setEnabled(isServer);
		options.setEnabled(isChosen(PmixLaunchConstants.ENGINE_SLURM));
	}

	@Override
	public String attribute() {
		return PmixLaunchConstants.ATTR_ENGINE;
	}

	@Override
	public void show(ILaunchConfiguration configuration) {
		String engine = JobTab.read(() -> configuration.getAttribute(PmixLaunchConstants.ATTR_ENGINE, ""), "");
		int server = KINDS.stream().filter(engine::startsWith).map(KINDS::indexOf).findFirst().orElse(-1);
		String shown = server < 0 ? engine : SERVER;
		other = buttons.containsKey(shown) ? "" : engine;
		buttons.forEach((value, button) -> button.setSelection(value.equals(shown)));
		if (server >= 0) {
			kind.select(server);
		}
		JobTab.show(address, server < 0 ? "" : engine.substring(KINDS.get(server).length()));
		enable();
	}

	@Override
	public void store(ILaunchConfigurationWorkingCopy configuration) {
		String value = buttons.keySet().stream().filter(this::isChosen).findFirst().orElse(other);
		String engine = value.equals(SERVER) ? KINDS.get(kind.getSelectionIndex()) + address.getText().strip() : value;
		configuration.setAttribute(PmixLaunchConstants.ATTR_ENGINE, engine.isEmpty() ? null : engine);
	}

	/** Returns the field for the options of an allocation, which has no value while another engine is chosen. */
	OptionControls.OptionField slurm() {
		return new OptionControls.OptionField() {
			@Override
			public String attribute() {
				return PmixLaunchConstants.ATTR_SLURM;
			}

			@Override
			public void show(ILaunchConfiguration configuration) {
				JobTab.show(options, JobTab.read(() -> configuration.getAttribute(PmixLaunchConstants.ATTR_SLURM, ""), ""));
			}

			@Override
			public void store(ILaunchConfigurationWorkingCopy configuration) {
				String value = options.getText().strip();
				boolean isUsed = isChosen(PmixLaunchConstants.ENGINE_SLURM) || buttons.keySet().stream().noneMatch(EngineField.this::isChosen);
				configuration.setAttribute(PmixLaunchConstants.ATTR_SLURM, value.isEmpty() || !isUsed ? null : value);
			}
		};
	}
}
