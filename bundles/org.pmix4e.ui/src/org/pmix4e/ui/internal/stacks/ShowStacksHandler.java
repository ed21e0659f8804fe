// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.stacks;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;
import org.pmix4e.ui.internal.PmixUi;

/** Shows the view PMIx Stacks. */
public final class ShowStacksHandler extends AbstractHandler {
	/** For the workbench. */
	public ShowStacksHandler() {
	}

	@Override
	public @Nullable Object execute(ExecutionEvent event) throws ExecutionException {
		try {
			HandlerUtil.getActiveWorkbenchWindowChecked(event).getActivePage().showView(PmixUi.VIEW_STACKS);
		} catch (PartInitException e) {
			throw new ExecutionException(e.getLocalizedMessage(), e);
		}
		return null;
	}
}
