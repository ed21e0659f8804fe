// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.util.List;
import java.util.Optional;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.debug.core.ILaunchConfiguration;

/**
 * A kind of program that can be run as ranks: an executable file, a Java class. Contributed to the extension point
 * {@code org.pmix4e.core.programKinds}; one object serves all launches and may be used by several threads, also that of the user
 * interface.
 */
public interface ProgramKind {
	/**
	 * Looks for what stands in the way of a launch, as far as this kind knows it.
	 *
	 * @param configuration to be launched
	 * @return problems, each with the exact reason; none if all is well
	 * @throws CoreException if the configuration cannot be read
	 */
	List<LaunchProblem> check(ILaunchConfiguration configuration) throws CoreException;

	/**
	 * Tells what to start. Called only if there is no problem.
	 *
	 * @param configuration to be launched
	 * @return the program
	 * @throws CoreException with the reason if that cannot be told
	 */
	ProgramCommand command(ILaunchConfiguration configuration) throws CoreException;

	/**
	 * @param configuration to be launched, or half written
	 * @return the project that the program comes from: it is built before, and is where ranks start if no other directory is named
	 * @throws CoreException if the configuration cannot be read
	 */
	Optional<IProject> project(ILaunchConfiguration configuration) throws CoreException;

	/**
	 * Finds programs of this kind.
	 *
	 * @param selected something that the user has selected
	 * @param monitor  for progress and cancellation
	 * @return the programs in it
	 * @throws CoreException with the reason if the search fails
	 */
	List<ProgramCandidate> candidates(Object selected, IProgressMonitor monitor) throws CoreException;
}
