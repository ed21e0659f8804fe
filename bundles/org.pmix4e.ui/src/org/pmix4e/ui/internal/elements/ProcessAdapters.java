// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.elements;

import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.IAdapterFactory;
import org.eclipse.debug.core.model.IDebugElement;
import org.eclipse.ui.model.IWorkbenchAdapter;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.launch.JobProcess;
import org.pmix4e.core.launch.JobRankProcess;
import org.pmix4e.core.model.JobElement;

/**
 * Adapts processes, debug targets, threads and frames of the Debug view to elements of the job model, so that commands for jobs and ranks
 * work on them and dialogs name them.
 */
public final class ProcessAdapters implements IAdapterFactory {
	/** For the platform. */
	public ProcessAdapters() {
	}

	@Override
	public <T> @Nullable T getAdapter(Object adaptable, Class<T> type) {
		JobElement element = element(adaptable);
		if (element == null) {
			return null;
		}
		return type.cast(type == JobElement.class ? element : type == IWorkbenchAdapter.class ? new ElementAdapters.Label() : null);
	}

	private static @Nullable JobElement element(Object adaptable) {
		return switch (adaptable) {
			case JobProcess job -> job.element().orElse(null);
			case JobRankProcess rank -> rank.element().orElse(null);
			case IDebugElement debugged -> debugged.getDebugTarget() == null ? null
					: Adapters.adapt(debugged.getDebugTarget().getProcess(), JobElement.class);
			default -> null;
		};
	}

	@Override
	public Class<?>[] getAdapterList() {
		return new Class<?>[] { JobElement.class, IWorkbenchAdapter.class };
	}
}
