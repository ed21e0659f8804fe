// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.fate;

import org.pmix4j.model.Proc;

/**
 * A call of PMIx_Abort. Immutable.
 *
 * @param caller  the calling process
 * @param status  the exit code that the launcher is to report
 * @param message for the user; may be empty
 */
public record AbortRequest(Proc caller, int status, String message) {
	private static final int EXIT_CODES = 0xff;

	/**
	 * Converts the status to an exit code: its low byte, as with exit(3), but 1 for a status whose low byte alone is 0. Status 0 gives 0,
	 * as under mpirun.
	 *
	 * @return 0 to 255
	 */
	public int exitCode() {
		int low = status & EXIT_CODES;
		return low == 0 && status != 0 ? 1 : low;
	}
}
