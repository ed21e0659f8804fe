// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.commands;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.e4.core.services.events.IEventBroker;
import org.eclipse.e4.ui.workbench.UIEvents;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.JobModel;
import org.pmix4e.ui.internal.elements.CoalescedUpdates;

/**
 * A command that is available or not depending on the jobs, whose states change without any action of the user. Created by the workbench,
 * on its thread; follows the model until it is disposed.
 */
public abstract class ModelHandler extends AbstractHandler {
	private final CoalescedUpdates updates = new CoalescedUpdates(PlatformUI.getWorkbench().getDisplay(), batch -> update());

	/** Follows the model. */
	protected ModelHandler() {
		model().addListener(updates);
	}

	static JobModel model() {
		return PlatformUI.getWorkbench().getService(JobModel.class);
	}

	/** Returns whether the command has an effect now. */
	abstract boolean canRun();

	/** Enables or disables the command, and its buttons, which otherwise follow only at the next action of the user. */
	protected void update() {
		boolean before = isEnabled();
		setBaseEnabled(canRun());
		IEventBroker broker = PlatformUI.getWorkbench().getService(IEventBroker.class);
		if (before != isEnabled() && broker != null) {
			broker.post(UIEvents.REQUEST_ENABLEMENT_UPDATE_TOPIC, UIEvents.ALL_ELEMENT_ID);
		}
	}

	@Override
	public void setEnabled(@Nullable Object context) {
		update();
	}

	@Override
	public void dispose() {
		model().removeListener(updates);
		super.dispose();
	}
}
