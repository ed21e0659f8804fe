// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.admission;

import org.pmix4j.server.internal.memory.Budget;

/**
 * A connection before its admission. Owned by {@link PendingHellos} until its hello has arrived, then by its {@link Admission}.
 *
 * @param user   its user according to the kernel
 * @param memory of its hello; ends with the decision
 * @param since  the loop's clock when its user was known
 */
public record Arrival(PeerUser user, Budget.Share memory, long since) {
}
