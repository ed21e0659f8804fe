// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import org.pmix4j.host.Node;

/**
 * Where a rank runs and which numbers it has. Immutable.
 *
 * @param rank      in the job
 * @param app       index of its program
 * @param appRank   among the ranks of that program
 * @param node      its node
 * @param localRank among the ranks of the job on that node
 * @param nodeRank  among the ranks of all jobs of the session on that node
 */
public record Placement(int rank, int app, int appRank, Node node, int localRank, int nodeRank) {
}
