// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.tests;

import java.util.concurrent.CompletableFuture;

import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchListener;

/**
 * Keeps the workbench open for the other tests.
 *
 * @param allowed completes with true as soon as only this listener keeps the workbench from closing
 */
record OpenKeeper(CompletableFuture<Boolean> allowed) implements IWorkbenchListener {
	@Override
	public boolean preShutdown(IWorkbench workbench, boolean forced) {
		allowed.complete(true);
		return false;
	}

	@Override
	public void postShutdown(IWorkbench workbench) {
		// does not happen
	}
}
