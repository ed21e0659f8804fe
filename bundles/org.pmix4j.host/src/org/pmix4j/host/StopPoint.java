// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

/**
 * Where the ranks of a job stop for a debugger.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers, Debugger Interactions"
 */
public enum StopPoint {
	/** Nowhere. */
	NONE,
	/** In PMIx_Init, whatever the program does. */
	IN_INIT,
	/** Where the program itself looks for the wish to debug it, if it does. */
	IN_APP
}
