// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import java.util.List;

import org.eclipse.jface.dialogs.IDialogConstants;
import org.eclipse.jface.dialogs.TitleAreaDialog;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
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
import org.pmix4e.ui.internal.AccessibleName;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.elements.ElementPropertyPage;

/** Asks for a server: one of those that were found, or one that the user names. The search does not hold up the dialog. */
final class AttachDialog extends TitleAreaDialog {
	private static final int NAME_WIDTH = 220;
	private static final int ADDRESS_WIDTH = 220;
	private static final int ROWS_HEIGHT = 120;

	private final ServerAttachments attachments;
	private @Nullable Text field;
	private String address = "";

	AttachDialog(@Nullable Shell parent, ServerAttachments attachments) {
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
		AccessibleName.set(table, Messages.attach_servers);
		ElementPropertyPage.addColumn(table, Messages.attach_program, NAME_WIDTH);
		ElementPropertyPage.addColumn(table, Messages.attach_found, ADDRESS_WIDTH);
		GridDataFactory.fillDefaults().span(2, 1).grab(true, true).hint(SWT.DEFAULT, ROWS_HEIGHT).applyTo(table);
		new Label(page, SWT.NONE).setText(Messages.attach_address);
		Text text = new Text(page, SWT.BORDER);
		text.setMessage(Messages.attach_hint);
		AccessibleName.set(text, Messages.attach_address);
		GridDataFactory.fillDefaults().grab(true, false).applyTo(text);
		text.addListener(SWT.Modify, event -> check());
		table.addListener(SWT.Selection, event -> text.setText(table.getSelection()[0].getText(1)));
		table.addListener(SWT.DefaultSelection, event -> okPressed());
		field = text;
		attachments.find().whenComplete((found, problem) -> getShell().getDisplay().asyncExec(() -> show(table, found)));
		return area;
	}

	private void show(Table table, @Nullable List<FoundServer> found) {
		if (table.isDisposed()) {
			return;
		}
		List<FoundServer> servers = found == null ? List.of() : found;
		for (FoundServer server : servers) {
			new TableItem(table, SWT.NONE).setText(new String[] { server.name(), server.address() });
		}
		setMessage(servers.isEmpty() ? Messages.attach_none : Messages.attach_choose);
		if (!servers.isEmpty() && field != null && field.getText().isEmpty()) {
			table.select(0);
			field.setText(servers.get(0).address());
		}
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

	/** Returns what the user has chosen, for {@link ServerAttachments#attach}. */
	String address() {
		return address;
	}
}
