// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

/** A view with commands of its own, which {@link ViewHandler} runs. Called on the thread of the user interface. */
public interface CommandPart {
	/**
	 * Runs a command in this view, which is active.
	 *
	 * @param command its id
	 */
	void run(String command);
}
