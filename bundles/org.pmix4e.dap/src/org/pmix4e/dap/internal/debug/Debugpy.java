// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.debug;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.Status;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.ILaunchConfiguration;
import org.pmix4e.dap.internal.Messages;
import org.pmix4e.dap.internal.adapter.DebugAdapter;

/**
 * The Python module that debugs Python programs, as the interpreters of a launch find it. Immutable.
 *
 * @param path the variable that extends the search for modules; empty if the launch does not set it
 */
record Debugpy(Optional<String> path) {
	private static final String PATH = "PYTHONPATH=";
	/** A slow machine reads many files for it. */
	private static final int LIMIT_SECONDS = 60;

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
		String name = interpreter.get(interpreter.size() > 1 && interpreter.get(0).endsWith("/env") ? 1 : 0);
		try {
			Process process = new ProcessBuilder(command(interpreter, "-c", "import debugpy.adapter")).redirectErrorStream(true)
					.redirectOutput(Redirect.DISCARD).start();
			process.getOutputStream().close();
			boolean ends = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
			process.destroyForcibly();
			if (!ends || process.exitValue() != 0) {
				throw new CoreException(Status.error(MessageFormat.format(Messages.PythonRankDebugger_noModule, name)));
			}
		} catch (IOException e) {
			throw new CoreException(Status.error(String.valueOf(e.getMessage()), e));
		} catch (InterruptedException e) {
			Thread.currentThread().interrupt();
			throw new CoreException(Status.CANCEL_STATUS);
		}
	}

	/** Returns the adapter that an interpreter runs on this machine, for ranks of this machine or elsewhere. */
	DebugAdapter adapter(List<String> interpreter, boolean isElsewhere) {
		return new DebugAdapter(DebugAdapter.DEBUGPY, command(interpreter, "-m", "debugpy.adapter"), isElsewhere);
	}

	private List<String> command(List<String> interpreter, String... arguments) {
		List<String> words = new ArrayList<>(path.map(variable -> List.of("/usr/bin/env", variable)).orElse(List.of()));
		words.addAll(interpreter);
		words.addAll(List.of(arguments));
		return words;
	}
}
