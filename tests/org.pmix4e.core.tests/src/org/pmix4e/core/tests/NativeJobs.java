// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.debug.core.DebugException;
import org.eclipse.debug.core.DebugPlugin;
import org.eclipse.debug.core.model.IStackFrame;
import org.eclipse.debug.core.model.IThread;
import org.eclipse.debug.core.model.IVariable;
import org.pmix4e.dap.NativePreferences;
import org.pmix4j.testkit.Debuggers;

/** Chooses the debug adapter of native ranks and reads their frames. */
final class NativeJobs {
	private static final IEclipsePreferences PREFERENCES = InstanceScope.INSTANCE.getNode(NativePreferences.NODE);

	private NativeJobs() {
	}

	static void prefer(Debuggers debugger) {
		prefer(DebugPlugin.renderArguments(debugger.command().toArray(String[]::new), null));
	}

	static void prefer(String adapter) {
		PREFERENCES.put(NativePreferences.ADAPTER, adapter);
	}

	static void preferNone() {
		PREFERENCES.remove(NativePreferences.ADAPTER);
	}

	/** Returns the number of the first line of a source that has a text. */
	static int line(Path source, String text) throws IOException {
		List<String> lines = Files.readAllLines(source);
		return 1 + lines.indexOf(lines.stream().filter(each -> each.contains(text)).findFirst().orElseThrow());
	}

	static IStackFrame top(IThread thread) throws DebugException {
		return Objects.requireNonNull(thread.getTopStackFrame());
	}

	static IVariable variable(IVariable[] variables, String name) throws DebugException {
		for (IVariable variable : variables) {
			if (variable.getName().equals(name)) {
				return variable;
			}
		}
		throw new AssertionError("no variable " + name + " in " + Arrays.toString(variables));
	}
}
