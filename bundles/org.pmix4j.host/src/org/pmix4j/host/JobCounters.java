// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

/**
 * The number of ranks of a job in each state. Immutable.
 *
 * @param mapped        have a node
 * @param launched      were started
 * @param reported      have called PMIx_Init
 * @param readyForDebug wait for a debugger now
 * @param terminated    have exited, and all their output is read
 * @param local         run on the node of the server, or ran there
 */
public record JobCounters(int mapped, int launched, int reported, int readyForDebug, int terminated, int local) {
}
