// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.mapping;

import org.pmix4j.job.Node;
import org.pmix4j.model.CpuSet;

/**
 * The place of a rank and the numbers that follow from it. Immutable.
 *
 * @param rank      its number in the job
 * @param app       the index of its program
 * @param appRank   its number among the ranks of that program
 * @param node      its node
 * @param localRank its number among the ranks of the job on that node
 * @param nodeRank  its number among the ranks of all jobs of the session on that node
 * @param cpuset    the processors that it is bound to; empty if it is not bound
 */
public record Placement(int rank, int app, int appRank, Node node, int localRank, int nodeRank, CpuSet cpuset) {
}
