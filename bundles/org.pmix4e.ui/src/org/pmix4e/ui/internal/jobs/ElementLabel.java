// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import org.eclipse.core.runtime.Adapters;
import org.eclipse.ui.model.WorkbenchAdapter;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;

/** Names elements of the job model, and processes and debug elements that adapt to one, in titles of dialogs. Stateless. */
final class ElementLabel extends WorkbenchAdapter {
	@Override
	public String getLabel(@Nullable Object named) {
		JobElement element = Adapters.adapt(named, JobElement.class);
		return element == null ? "" : ElementText.name(element);
	}
}
