// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.posix;

import org.pmix4j.process.internal.posix.CLibrary.CFunction;

/**
 * The system call ptrace(2), looked up on first use, as few launchers need it. Stateless; all calls for one process must come from one
 * thread.
 */
public final class Ptrace {
	/** Lets a stopped process go on; the argument is a signal to deliver, 0 for none. */
	public static final int CONT = 7;
	/** Ends the tracing; the process goes on. */
	public static final int DETACH = 17;
	/** Begins to trace a process without stopping it; the argument has the events that stop it. */
	public static final int SEIZE = 0x4206;
	/** The option that stops a process when it has executed a program. */
	public static final int TRACE_EXEC = 0x10;
	/** The event of such a stop. */
	public static final int EVENT_EXEC = 4;

	private static final CFunction PTRACE = Posix.LIBRARY.function("ptrace");

	private Ptrace() {
	}

	/**
	 * Calls the kernel.
	 *
	 * @param request  one of the constants
	 * @param pid      of the process
	 * @param argument of the request
	 * @return 0, or -1 with the reason in {@link Posix#errno()}
	 */
	public static int call(int request, int pid, int argument) {
		return (int) PTRACE.call(request, pid, 0, argument);
	}
}
