// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import java.net.InetAddress;

/**
 * The nodes on which an engine runs the ranks of one launch, for their debuggers. Immutable.
 *
 * @param address an address of this machine that the nodes can reach, as far as this machine knows
 */
public record RankNodes(InetAddress address) {
}
