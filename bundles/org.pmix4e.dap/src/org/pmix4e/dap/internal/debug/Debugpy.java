// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.debug;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.text.MessageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.core.spi.CommandAnswer;
import org.pmix4e.core.spi.RankNodes;
import org.pmix4e.dap.internal.Messages;
import org.pmix4e.dap.internal.adapter.DebugAdapter;

/**
 * The Python module that debugs Python programs, as the interpreters of a launch find it. Immutable.
 *
 * @param path the variable that extends the search for modules; empty if the launch does not set it
 */
record Debugpy(Optional<String> path) {
	private static final String PATH = "PYTHONPATH=";
	private static final List<String> LOAD = List.of("-c", "import debugpy.adapter");
	/** Exit codes of the script on another node: the process has ended, its interpreter does not find the module. */
	private static final int ENDED = 103;
	private static final int WITHOUT = 104;
	/** A slow machine reads many files for it. */
	private static final Duration LIMIT = Duration.ofMinutes(1);

	/** Reads the environment of a launch; that of ranks without one is like that of the workbench. */
	static Debugpy of(Optional<ILaunchConfiguration> configuration) throws CoreException {
		if (configuration.isEmpty()) {
			return new Debugpy(Optional.empty());
		}
		String[] variables = DebugPlugin.getDefault().getLaunchManager().getEnvironment(configuration.get());
		return new Debugpy(Stream.of(variables == null ? new String[0] : variables).filter(variable -> variable.startsWith(PATH)).findFirst());
	}

	/** Throws with the reason, and what to do, if an interpreter does not find the module. Waits for the interpreter. */
	void require(List<String> interpreter) throws CoreException {
		if (run(command(interpreter, LOAD)).exitCode() != 0) {
			throw noModule(interpreter.get(interpreter.size() > 1 && interpreter.get(0).endsWith("/env") ? 1 : 0));
		}
	}

	private static CoreException noModule(String interpreter) {
		return new CoreException(Status.error(MessageFormat.format(Messages.PythonRankDebugger_noModule, interpreter)));
	}

	/**
	 * Returns the adapter for a process of this machine, run by its interpreter; throws with the reason, and what to do, if there is none.
	 * Waits for the interpreter.
	 */
	DebugAdapter beside(long pid) throws CoreException {
		List<String> interpreter = ProcessHandle.of(pid).flatMap(handle -> handle.info().command()).map(List::of)
				.orElseThrow(() -> new CoreException(Status.error(Messages.PythonRankDebugger_ended)));
		require(interpreter);
		return adapter(interpreter, false);
	}

	/** Does the same for a process of another node. Waits for ssh. */
	DebugAdapter beside(RankNodes nodes, String node, long pid) throws CoreException {
		CommandAnswer answer = run(nodes.command(node, "e=$(readlink /proc/" + pid + "/exe) || exit " + ENDED + "; echo \"$e\"; \"$e\" "
				+ RankNodes.quoted(LOAD) + " >/dev/null 2>&1 || exit " + WITHOUT));
		String text = String.join(" ", answer.lines()).strip();
		return switch (answer.exitCode()) {
			case 0 -> adapter(List.of(text), false).on(nodes, node, pid);
			case ENDED -> throw new CoreException(Status.error(Messages.PythonRankDebugger_ended));
			case WITHOUT -> throw noModule(text);
			default -> throw new CoreException(Status.error(MessageFormat.format(Messages.PythonRankDebugger_noNode, node, text)));
		};
	}

	private static CommandAnswer run(List<String> command) throws CoreException {
		try {
			return CommandAnswer.of(new ProcessBuilder(command).redirectErrorStream(true), LIMIT);
		} catch (InterruptedIOException e) {
			throw new CoreException(Status.CANCEL_STATUS);
		} catch (IOException e) {
			throw new CoreException(Status.error(String.valueOf(e.getMessage()), e));
		}
	}

	/** Returns the adapter that an interpreter runs on this machine, for ranks of this machine or elsewhere. */
	DebugAdapter adapter(List<String> interpreter, boolean isElsewhere) {
		return new DebugAdapter(DebugAdapter.DEBUGPY, command(interpreter, List.of("-m", "debugpy.adapter")), isElsewhere);
	}

	private List<String> command(List<String> interpreter, List<String> arguments) {
		List<String> words = new ArrayList<>(path.map(variable -> List.of("/usr/bin/env", variable)).orElse(List.of()));
		words.addAll(interpreter);
		words.addAll(arguments);
		return words;
	}
}
