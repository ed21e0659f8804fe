// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.util.List;
import java.util.Optional;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.debug.core.ILaunchConfiguration;

/**
 * A kind of program that can run as ranks, such as executable files or Java classes. Contributed to the extension point
 * {@code org.pmix4e.core.programKinds}. One object serves all launches and must be safe for use by several threads, including the
 * thread of the user interface.
 */
public interface ProgramKind {
	/**
	 * Checks the attributes of this kind before a launch.
	 *
	 * @param configuration to be launched
	 * @return the problems, each with the exact reason; empty if there are none
	 * @throws CoreException if the configuration cannot be read
	 */
	List<LaunchProblem> check(ILaunchConfiguration configuration) throws CoreException;

	/**
	 * Returns the command to start. Called only if {@link #check} finds no error.
	 *
	 * @param configuration to be launched
	 * @return the program
	 * @throws CoreException with the reason if there is no such command
	 */
	ProgramCommand command(ILaunchConfiguration configuration) throws CoreException;

	/**
	 * Returns the project of the program, which is built before a launch and provides the default working directory.
	 *
	 * @param configuration to be launched, perhaps incomplete
	 * @return the project, if the program is in one
	 * @throws CoreException if the configuration cannot be read
	 */
	Optional<IProject> project(ILaunchConfiguration configuration) throws CoreException;

	/**
	 * Finds programs of this kind.
	 *
	 * @param selected an element of a selection
	 * @param monitor  for progress and cancellation
	 * @return the programs in it
	 * @throws CoreException with the reason if the search fails
	 */
	List<ProgramCandidate> candidates(Object selected, IProgressMonitor monitor) throws CoreException;
}
