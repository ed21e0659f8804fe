// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import org.pmix4j.model.PmixException;
import org.pmix4j.tool.PmixTool;

/** The work of a command that attaches to a server, with its command line read. Used once. */
@FunctionalInterface
interface ToolTask {
	/**
	 * Does the work, and returns the exit code.
	 *
	 * @param tool    attached to the server
	 * @param console of this process
	 * @throws PmixException if the server refuses, does not answer, or ends
	 */
	int run(PmixTool tool, Console console) throws PmixException;
}
