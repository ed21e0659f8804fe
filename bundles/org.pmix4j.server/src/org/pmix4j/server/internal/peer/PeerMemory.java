// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.peer;

import org.pmix4j.server.internal.memory.Budgets;

/**
 * Limits on the memory that the peers of a server may occupy. Owned by the server, on its loop.
 *
 * @param budgets  one for each purpose
 * @param outgoing messages that peers have not read yet
 */
public record PeerMemory(Budgets budgets, OutgoingQueues outgoing) {
}
