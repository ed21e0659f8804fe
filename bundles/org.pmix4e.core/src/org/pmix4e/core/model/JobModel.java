// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.model;

import java.util.List;
import java.util.Optional;

import org.eclipse.debug.core.ILaunch;

/**
 * The jobs that run and have run in this workbench, and those of servers of others to which it is attached: servers, their sessions,
 * namespaces, programs and ranks. An ended job stays until its launch is removed from the launch manager. A service, created on first
 * use; all methods may be called from any thread.
 */
public interface JobModel {
	/** {@return the running servers, in the order of their start, then the attached ones} */
	List<ServerElement> servers();

	/** {@return the jobs of all servers, in the order of their launch or discovery} */
	List<NamespaceElement> namespaces();

	/**
	 * Finds the job of a launch.
	 *
	 * @param launch one of the launch manager's
	 * @return the job that it has ordered; empty before the server knows it, and for a launch of another type
	 */
	Optional<NamespaceElement> namespace(ILaunch launch);

	/**
	 * Adds a listener. Adding it a second time has no effect.
	 *
	 * @param listener receives all events from now on
	 */
	void addListener(JobModelListener listener);

	/**
	 * Removes a listener. A call that is under way still completes.
	 *
	 * @param listener receives no more events
	 */
	void removeListener(JobModelListener listener);
}
