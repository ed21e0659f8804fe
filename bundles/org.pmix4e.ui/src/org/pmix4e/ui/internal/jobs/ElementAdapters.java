// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import org.eclipse.core.runtime.IAdapterFactory;
import org.eclipse.ui.model.IWorkbenchAdapter;
import org.eclipse.ui.views.properties.IPropertySource;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;

/** Adapts elements of the job model to property sources for the Properties view, and names them for titles of dialogs. */
public final class ElementAdapters implements IAdapterFactory {
	/** For the platform. */
	public ElementAdapters() {
	}

	@Override
	public <T> @Nullable T getAdapter(Object adaptable, Class<T> type) {
		if (!(adaptable instanceof JobElement element)) {
			return null;
		}
		if (type == IPropertySource.class) {
			return type.cast(new ElementProperties(element));
		}
		return type == IWorkbenchAdapter.class ? type.cast(new ElementLabel()) : null;
	}

	@Override
	public Class<?>[] getAdapterList() {
		return new Class<?>[] { IPropertySource.class, IWorkbenchAdapter.class };
	}
}
