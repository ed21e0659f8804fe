// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.parts;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.ISelectionChangedListener;
import org.eclipse.jface.viewers.ISelectionProvider;
import org.eclipse.jface.viewers.SelectionChangedEvent;
import org.eclipse.jface.viewers.StructuredSelection;

/** The selection of a view that has no viewer of the platform. Owned by the view, on the thread of the user interface. */
final class RankSelection implements ISelectionProvider {
	private final List<ISelectionChangedListener> listeners = new CopyOnWriteArrayList<>();
	private ISelection selection = StructuredSelection.EMPTY;

	@Override
	public ISelection getSelection() {
		return selection;
	}

	@Override
	public void setSelection(ISelection chosen) {
		if (!chosen.equals(selection)) {
			selection = chosen;
			SelectionChangedEvent event = new SelectionChangedEvent(this, chosen);
			listeners.forEach(listener -> listener.selectionChanged(event));
		}
	}

	@Override
	public void addSelectionChangedListener(ISelectionChangedListener listener) {
		listeners.add(listener);
	}

	@Override
	public void removeSelectionChangedListener(ISelectionChangedListener listener) {
		listeners.remove(listener);
	}
}
