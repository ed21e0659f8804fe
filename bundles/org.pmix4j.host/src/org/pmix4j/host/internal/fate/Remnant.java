// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.fate;

import java.util.Optional;

import org.pmix4j.process.internal.posix.ProcFs;

/**
 * A process that a rank has left behind, as it is reported to users. Immutable.
 *
 * @param pid     its number
 * @param program the name of its program
 * @param rank    the rank that has started it or its ancestor; empty if it hides its environment
 */
public record Remnant(int pid, String program, Optional<String> rank) {
	private static final String RANK = "PMIX_RANK";

	/**
	 * @param pid of a running process
	 * @return its description
	 */
	public static Remnant of(int pid) {
		return new Remnant(pid, ProcFs.program(pid).orElse("?"), ProcFs.variable(pid, RANK));
	}

	/** @return {@code 4711 (tee)} */
	@Override
	public String toString() {
		return pid + " (" + program + ")";
	}
}
