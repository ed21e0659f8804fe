// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.nio.file.Path;
import java.text.MessageFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.jface.dialogs.TitleAreaDialog;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.FoundServer;
import org.pmix4e.core.model.ServerAttachments;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.elements.ElementPropertyPage;

/** Asks for a server: one of those that were found, or one that the user names. The search does not hold up the dialog. */
public final class AttachDialog extends TitleAreaDialog {
	private static final int COMMAND_WIDTH = 260;
	private static final int OTHER_WIDTH = 120;
	private static final int DIRECTORY_WIDTH = 200;
	private static final int ADDRESS_WIDTH = 170;
	private static final int ROWS = 8;
	private static final int MINUTES_OF_HOUR = 60;
	private static final String PMIX4J = "pmix4j ";

	private final ServerAttachments attachments;
	private @Nullable Text field;
	private String address = "";
	/** The command of the row that was chosen last. */
	private String command = "";
	/** The address in that row, which the user may have changed. */
	private String chosen = "";

	/**
	 * @param parent      the shell above it
	 * @param attachments finds the servers
	 */
	public AttachDialog(@Nullable Shell parent, ServerAttachments attachments) {
		super(parent);
		this.attachments = attachments;
		setHelpAvailable(false);
	}

	@Override
	protected void configureShell(Shell shell) {
		super.configureShell(shell);
		shell.setText(Messages.attach_title);
		PlatformUI.getWorkbench().getHelpSystem().setHelp(shell, PmixUi.HELP_JOBS);
	}

	@Override
	protected boolean isResizable() {
		return true;
	}

	@Override
	protected Control createDialogArea(Composite parent) {
		Composite area = (Composite) super.createDialogArea(parent);
		setTitle(Messages.attach_title);
		setMessage(Messages.attach_searching);
		Composite page = new Composite(area, SWT.NONE);
		GridLayoutFactory.swtDefaults().numColumns(2).applyTo(page);
		GridDataFactory.fillDefaults().grab(true, true).applyTo(page);
		Table table = new Table(page, SWT.BORDER | SWT.FULL_SELECTION);
		table.setHeaderVisible(true);
		AccessibleNames.set(table, Messages.attach_servers);
		ElementPropertyPage.addColumn(table, Messages.attach_program, COMMAND_WIDTH);
		ElementPropertyPage.addColumn(table, Messages.attach_started, OTHER_WIDTH);
		ElementPropertyPage.addColumn(table, Messages.attach_directory, DIRECTORY_WIDTH);
		ElementPropertyPage.addColumn(table, Messages.attach_found, ADDRESS_WIDTH);
		GridDataFactory.fillDefaults().span(2, 1).grab(true, true).hint(COMMAND_WIDTH + OTHER_WIDTH + DIRECTORY_WIDTH + ADDRESS_WIDTH,
				ROWS * table.getItemHeight()).applyTo(table);
		new Label(page, SWT.NONE).setText(Messages.attach_address);
		Text text = new Text(page, SWT.BORDER);
		text.setMessage(Messages.attach_hint);
		AccessibleNames.set(text, Messages.attach_address);
		GridDataFactory.fillDefaults().grab(true, false).applyTo(text);
		text.addListener(SWT.Modify, event -> check());
		table.addListener(SWT.Selection, event -> choose((FoundServer) table.getSelection()[0].getData(), text));
		table.addListener(SWT.DefaultSelection, event -> okPressed());
		field = text;
		attachments.find().whenComplete((found, problem) -> getShell().getDisplay().asyncExec(() -> show(table, found)));
		return area;
	}

	private void choose(FoundServer server, Text text) {
		text.setText(server.address());
		command = server.name();
		chosen = server.address();
	}

	private void show(Table table, @Nullable List<FoundServer> found) {
		if (table.isDisposed()) {
			return;
		}
		List<FoundServer> servers = found == null ? List.of() : found;
		for (FoundServer server : servers) {
			TableItem row = new TableItem(table, SWT.NONE);
			row.setData(server);
			row.setText(new String[] { server.command(), server.started().map(AttachDialog::age).orElse(""),
					server.directory().map(Path::toString).orElse(""), server.address() });
		}
		setMessage(servers.isEmpty() ? Messages.attach_none : Messages.attach_choose);
		if (!servers.isEmpty() && field != null && field.getText().isEmpty()) {
			table.setSelection(0);
			choose(servers.get(0), field);
		}
	}

	private static String age(Instant started) {
		long minutes = Math.max(0, Duration.between(started, Instant.now()).toMinutes());
		return minutes < MINUTES_OF_HOUR ? MessageFormat.format(Messages.attach_age, minutes)
				: MessageFormat.format(Messages.attach_ageHours, minutes / MINUTES_OF_HOUR);
	}

	@Override
	protected void createButtonsForButtonBar(Composite parent) {
		super.createButtonsForButtonBar(parent);
		check();
	}

	private void check() {
		if (field != null && getButton(IDialogConstants.OK_ID) != null) {
			getButton(IDialogConstants.OK_ID).setEnabled(!field.getText().isBlank());
		}
	}

	@Override
	protected void okPressed() {
		if (field != null) {
			address = field.getText().strip();
		}
		super.okPressed();
	}

	/** @return what the user has chosen, for {@link ServerAttachments#attach} */
	public String address() {
		return address;
	}

	/** @return the server as the user knows it: with its program if the chosen row names that */
	public String server() {
		return command.isEmpty() || !address.equals(chosen) ? address : NLS.bind(Messages.attach_process, command, address);
	}

	/** @return whether the row that was chosen last is a command of PMIx4J */
	public boolean isOfPmix4j() {
		return command.startsWith(PMIX4J);
	}
}
