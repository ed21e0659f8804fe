// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.nio.file.Path;
import java.text.MessageFormat;
import java.util.List;
import java.util.Optional;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.ILaunch;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.eclipse.debug.core.model.IProcess;
import org.pmix4e.core.internal.Messages;

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
	 * Creates a debugger of ranks that start, and perhaps prepares others for a debugger that {@link RankDebugger#attach} attaches later.
	 *
	 * @param configuration launched in debug mode
	 * @param ranks         the numbers of the ranks to debug
	 * @param others        the numbers of all others of the job; by default nothing is done for them
	 * @return the debugger
	 * @throws CoreException with the reason if it cannot be created
	 */
	default RankDebugger create(Optional<ILaunchConfiguration> configuration, List<Integer> ranks, List<Integer> others) throws CoreException {
		return create(configuration, ranks);
	}

	/**
	 * Creates a debugger of ranks that an engine starts on other nodes.
	 *
	 * @param nodes         where the ranks will run
	 * @param configuration launched in debug mode
	 * @param ranks         the numbers of the ranks to debug
	 * @return the debugger
	 * @throws CoreException with the reason, a phrase; by default, because debuggers of this kind reach only ranks of this machine
	 */
	default RankDebugger createFor(RankNodes nodes, ILaunchConfiguration configuration, List<Integer> ranks) throws CoreException {
		throw new CoreException(Status.error(Messages.RankDebuggerFactory_thisMachine));
	}

	/**
	 * Creates a debugger that attaches to ranks that run on other nodes.
	 *
	 * @param nodes where the ranks run
	 * @param ranks the numbers of the ranks to debug
	 * @return the debugger, of which {@link RankDebugger#start} and {@link RankDebugger#attach} are called
	 * @throws CoreException with the reason, a phrase; by default, because debuggers of this kind reach only ranks of this machine
	 */
	default RankDebugger createForRunning(RankNodes nodes, List<Integer> ranks) throws CoreException {
		throw new CoreException(Status.error(Messages.RankDebuggerFactory_thisMachine));
	}

	/**
	 * Opens the core file of a rank that a signal has ended. Waits for the debugger.
	 *
	 * @param launch  receives a debug target that is suspended where the signal arrived
	 * @param rank    the process of the rank, which has ended
	 * @param program the executable file that the rank ran
	 * @param core    its core file
	 * @throws CoreException with the reason; by default, because debuggers of this kind do not open core files
	 */
	default void openCore(ILaunch launch, IProcess rank, Path program, Path core) throws CoreException {
		throw new CoreException(Status.error(MessageFormat.format(Messages.RankDebuggerFactory_noCores, core)));
	}

	/**
	 * {@return why it would debug no rank now, and what to do; empty if it would}
	 *
	 * Takes some time, because it looks for programs.
	 */
	default Optional<String> problem() {
		return Optional.empty();
	}
}
