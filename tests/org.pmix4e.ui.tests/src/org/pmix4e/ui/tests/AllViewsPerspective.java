// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import org.eclipse.ui.IPageLayout;
import org.eclipse.ui.IPerspectiveFactory;
import org.eclipse.ui.console.IConsoleConstants;
import org.pmix4e.ui.internal.PmixUi;

/** A perspective in which all views that follow a running job are visible beside an editor. Created by the workbench. */
public final class AllViewsPerspective implements IPerspectiveFactory {
	static final String ID = "org.pmix4e.ui.tests.allViews";

	/** For the workbench. */
	public AllViewsPerspective() {
	}

	@Override
	public void createInitialLayout(IPageLayout layout) {
		layout.addView(PmixUi.VIEW_OUTPUT, IPageLayout.BOTTOM, 0.5f, IPageLayout.ID_EDITOR_AREA);
		layout.addView(IConsoleConstants.ID_CONSOLE_VIEW, IPageLayout.RIGHT, 0.5f, PmixUi.VIEW_OUTPUT);
		layout.addView(PmixUi.VIEW_JOBS, IPageLayout.RIGHT, 0.4f, IPageLayout.ID_EDITOR_AREA);
		layout.addView(PmixUi.VIEW_MAP, IPageLayout.RIGHT, 0.5f, PmixUi.VIEW_JOBS);
		layout.addView(PmixUi.VIEW_EVENTS, IPageLayout.BOTTOM, 0.5f, PmixUi.VIEW_MAP);
	}
}
