// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.breakpoints;

import java.text.MessageFormat;
import java.util.Optional;

import org.eclipse.core.resources.IMarker;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.ILog;
import org.eclipse.debug.core.model.IBreakpoint;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.dialogs.PropertyPage;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.PmixLaunchConstants;
import org.pmix4e.core.RankSet;
import org.pmix4e.ui.access.AccessibleNames;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;

/** The page of the properties of a breakpoint that chooses the ranks that stop there. Created by the workbench. */
public final class BreakpointRanksPage extends PropertyPage {
	private static final int WIDTH = 400;

	private @Nullable Text ranks;

	/** For the workbench. */
	public BreakpointRanksPage() {
		noDefaultAndApplyButton();
	}

	@Override
	protected Control createContents(Composite parent) {
		Composite body = new Composite(parent, SWT.NONE);
		GridLayoutFactory.fillDefaults().numColumns(2).applyTo(body);
		new Label(body, SWT.NONE).setText(Messages.breakpoint_ranks);
		Text text = new Text(body, SWT.SINGLE | SWT.BORDER);
		text.setMessage(Messages.breakpoint_ranks_hint);
		AccessibleNames.set(text, Messages.breakpoint_ranks);
		text.setText(marker().map(marker -> marker.getAttribute(PmixLaunchConstants.BREAKPOINT_RANKS, "")).orElse(""));
		text.addListener(SWT.Modify, event -> check(text.getText()));
		GridDataFactory.fillDefaults().grab(true, false).applyTo(text);
		Label help = new Label(body, SWT.WRAP);
		help.setText(Messages.breakpoint_ranks_help);
		GridDataFactory.fillDefaults().grab(true, false).span(2, 1).hint(WIDTH, SWT.DEFAULT).applyTo(help);
		PlatformUI.getWorkbench().getHelpSystem().setHelp(body, PmixUi.HELP_BREAKPOINT);
		ranks = text;
		return body;
	}

	private void check(String text) {
		boolean valid = RankSet.parse(text).isPresent();
		setErrorMessage(valid ? null : MessageFormat.format(Messages.breakpoint_ranks_invalid, text));
		setValid(valid);
	}

	private Optional<IMarker> marker() {
		return Optional.ofNullable(Adapters.adapt(getElement(), IBreakpoint.class)).map(IBreakpoint::getMarker).filter(IMarker::exists);
	}

	/** Stores the ranks in the marker of the breakpoint, which keeps them when the workbench closes. */
	@Override
	public boolean performOk() {
		Text text = ranks;
		Optional<RankSet> chosen = text == null ? Optional.empty() : RankSet.parse(text.getText());
		try {
			if (chosen.isPresent() && marker().isPresent()) {
				@Nullable
				String value = chosen.get().isAll() ? null : chosen.get().toString();
				marker().get().setAttribute(PmixLaunchConstants.BREAKPOINT_RANKS, value);
			}
			return true;
		} catch (CoreException e) {
			ILog.get().log(e.getStatus());
			setErrorMessage(e.getMessage());
			return false;
		}
	}
}
