// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.map;

import java.util.List;

import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.RankElement;

/**
 * A node with the ranks of the job that run there. Immutable.
 *
 * @param name       its host name
 * @param processors its hardware threads; empty while they are unknown
 * @param ranks      the ranks, in their order
 */
public record MapNode(String name, List<NodeProcessor> processors, List<RankElement> ranks) {
}
