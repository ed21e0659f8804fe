// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import org.eclipse.jface.viewers.ITreeContentProvider;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.JobModel;

/** Provides the rows of the view: server, session, namespace, program, rank. Reads the model, which never waits. */
final class JobsContent implements ITreeContentProvider {

	@Override
	public Object[] getElements(@Nullable Object input) {
		return input instanceof JobModel model ? model.servers().toArray() : new Object[0];
	}

	@Override
	public Object[] getChildren(@Nullable Object element) {
		return element instanceof JobElement parent ? parent.children().toArray() : new Object[0];
	}

	@Override
	public @Nullable Object getParent(@Nullable Object element) {
		return element instanceof JobElement child ? child.parent().orElse(null) : null;
	}

	@Override
	public boolean hasChildren(@Nullable Object element) {
		return element instanceof JobElement parent && !parent.children().isEmpty();
	}
}
