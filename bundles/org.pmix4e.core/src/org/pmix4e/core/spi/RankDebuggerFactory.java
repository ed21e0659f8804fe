// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.util.List;
import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.debug.core.ILaunchConfiguration;

/**
 * Creates debuggers for ranks that run one kind of program. Contributed to the extension point {@code org.pmix4e.core.rankDebuggers}. One
 * object serves all launches and must be safe for use by several threads.
 */
public interface RankDebuggerFactory {
	/** The kind of compiled programs, and of all others for which there is no kind. */
	String NATIVE = "executable";
	/** The kind of programs that run in a Java virtual machine. */
	String JAVA = "java";
	/** The kind of programs that a Python interpreter runs. */
	String PYTHON = "python";

	/**
	 * {@return the debugger}
	 *
	 * @param configuration launched in debug mode, or of the ranks that run; empty for ranks that another launcher has started
	 * @param ranks         the numbers of the ranks to debug; all less than the size of the job. In a job of several programs, some of them
	 *                      may run programs of other kinds
	 * @throws CoreException with the reason if it cannot be created
	 */
	RankDebugger create(Optional<ILaunchConfiguration> configuration, List<Integer> ranks) throws CoreException;

	/**
	 * {@return why it would debug no rank now, and what to do; empty if it would}
	 *
	 * Takes some time, because it looks for programs.
	 */
	default Optional<String> problem() {
		return Optional.empty();
	}
}
