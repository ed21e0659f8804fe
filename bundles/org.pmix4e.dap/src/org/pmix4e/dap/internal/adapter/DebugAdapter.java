// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.util.List;

/**
 * A debugger of this machine that speaks the Debug Adapter Protocol on its standard input and output. Immutable.
 *
 * @param name    the name of the program, for users
 * @param command the program with its path, and its arguments
 */
public record DebugAdapter(String name, List<String> command) {
	/** The name of the adapter of Python programs. */
	public static final String DEBUGPY = "debugpy";

	/** Copies the command. */
	public DebugAdapter {
		command = List.copyOf(command);
	}

	/** {@return whether it debugs Python programs} */
	public boolean isOfPython() {
		return name.equals(DEBUGPY);
	}

	/**
	 * Returns the hit condition of a breakpoint that first lets threads pass. The protocol leaves its meaning to the adapter: GDB counts the
	 * hits that are ignored, LLDB up to the one that stops.
	 *
	 * @param ignored how many hits are ignored, 1 or more
	 * @return the condition
	 */
	public String hitCondition(int ignored) {
		return Integer.toString(name.startsWith(AdapterSearch.LLDB_PREFIX) ? ignored + 1 : ignored);
	}
}
