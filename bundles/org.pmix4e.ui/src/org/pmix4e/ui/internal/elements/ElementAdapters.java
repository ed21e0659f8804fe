// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.elements;

import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.IAdapterFactory;
import org.eclipse.ui.model.IWorkbenchAdapter;
import org.eclipse.ui.model.WorkbenchAdapter;
import org.eclipse.ui.views.properties.IPropertySource;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;

/** Adapts elements of the job model to property sources for the Properties view, and names them for titles of dialogs. */
public final class ElementAdapters implements IAdapterFactory {
	/** Names elements of the job model, and processes and debug elements that adapt to one, in titles of dialogs. Stateless. */
	static final class Label extends WorkbenchAdapter {
		@Override
		public String getLabel(@Nullable Object named) {
			JobElement element = Adapters.adapt(named, JobElement.class);
			return element == null ? "" : ElementText.name(element);
		}
	}

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
		return type == IWorkbenchAdapter.class ? type.cast(new Label()) : null;
	}

	@Override
	public Class<?>[] getAdapterList() {
		return new Class<?>[] { IPropertySource.class, IWorkbenchAdapter.class };
	}
}
