// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

/**
 * A hardware thread of a node. Immutable.
 *
 * @param number the kernel's number for it
 * @param core   the number of its core on the node, from 0
 * @param socket the number of its package on the node, from 0
 * @param usable whether ranks may run on it
 */
public record Processor(int number, int core, int socket, boolean usable) {
}
