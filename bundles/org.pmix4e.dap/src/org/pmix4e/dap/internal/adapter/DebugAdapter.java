// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.dap.internal.adapter;

import java.util.List;

import org.pmix4e.core.spi.RankNodes;

/**
 * A debugger that speaks the Debug Adapter Protocol on its standard input and output. Immutable.
 *
 * @param name        the name of the program, for users
 * @param command     the program with its path, and its arguments
 * @param isElsewhere whether the processes that it debugs are on another node
 */
public record DebugAdapter(String name, List<String> command, boolean isElsewhere) {
	/** The name of the adapter of Python programs. */
	public static final String DEBUGPY = "debugpy";

	/**
	 * Ends the adapter when the process with id %d is dead, or when the connection has ended: the adapter gets another parent then. GDB does
	 * not look at a process that was killed while it was stopped, and until GDB ends the parent of the process cannot reap it. A process
	 * is dead if it has no thread that is no zombie, at four looks. At the end of its input debugpy waits for another client, and LLDB 14
	 * keeps the process stopped.
	 *
	 * @see "proc(5), /proc/PID/stat"
	 */
	private static final String WATCH = "(n=0; while [ $n -lt 4 ]; do sleep 0.5; read -r s </proc/$$/stat || exit; set -- ${s##*) };"
			+ " [ $1 != Z ] || exit; [ $2 = $PPID ] || break; n=$((n + 1)); for t in /proc/%d/task/*/stat; do"
			+ " read -r s <\"$t\" && case ${s##*) } in [ZX]*) ;; *) n=0 ;; esac; done; done; kill -9 $$) </dev/null >/dev/null 2>&1 & exec ";

	/**
	 * An adapter of this machine.
	 *
	 * @param name    the name of the program, for users
	 * @param command the program with its path, and its arguments
	 */
	public DebugAdapter(String name, List<String> command) {
		this(name, command, false);
	}

	/** Copies the command. */
	public DebugAdapter {
		command = List.copyOf(command);
	}

	/**
	 * {@return the same adapter on another node, where it has the same place}
	 *
	 * @param nodes how to run programs there
	 * @param node  its name
	 * @param pid   the process there that it will attach to; the adapter ends after that
	 */
	public DebugAdapter on(RankNodes nodes, String node, long pid) {
		return new DebugAdapter(name, nodes.command(node, WATCH.formatted(pid) + RankNodes.quoted(command)), true);
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
