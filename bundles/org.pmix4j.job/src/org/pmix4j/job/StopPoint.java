// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job;

/**
 * The place where the ranks of a job stop for a debugger.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers, Debugger Interactions"
 */
public enum StopPoint {
	/** Nowhere. */
	NONE,
	/** In PMIx_Init, for all programs. */
	IN_INIT,
	/** At a place that the program chooses, if it supports this. */
	IN_APP
}
