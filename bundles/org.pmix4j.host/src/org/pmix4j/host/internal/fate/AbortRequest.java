// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.fate;

import org.pmix4j.model.Proc;

/**
 * What a rank wanted when it called PMIx_Abort. Immutable.
 *
 * @param caller  who
 * @param status  the exit code that it wants the launcher to report
 * @param message for the user; may be empty
 */
public record AbortRequest(Proc caller, int status, String message) {
	private static final int EXIT_CODES = 0xff;

	/**
	 * The exit code, as far as the system can carry it: the low byte, as with exit(3), but what was meant as a failure stays one. An
	 * abort with status 0 gives 0, as it does under mpirun.
	 *
	 * @return 0 to 255
	 */
	public int exitCode() {
		int low = status & EXIT_CODES;
		return low == 0 && status != 0 ? 1 : low;
	}
}
