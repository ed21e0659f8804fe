// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.util.List;
import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunchConfiguration;

/**
 * Creates debuggers for ranks of a kind of program that does not bring its own. Contributed to the extension point
 * {@code org.pmix4e.core.rankDebuggers}. One object serves all launches and must be safe for use by several threads.
 */
public interface RankDebuggerFactory {
	/**
	 * {@return the debugger}
	 *
	 * @param configuration to be launched in debug mode
	 * @param ranks         the numbers of the ranks to debug; all less than the size of the job
	 * @throws CoreException with the reason if it cannot be created
	 */
	RankDebugger create(ILaunchConfiguration configuration, List<Integer> ranks) throws CoreException;

	/**
	 * {@return why it would debug no rank now, and what to do; empty if it would}
	 *
	 * Takes some time, because it looks for programs.
	 */
	default Optional<String> problem() {
		return Optional.empty();
	}
}
