// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.stacks;

/**
 * A rank that runs on this machine. Immutable.
 *
 * @param rank    its number, at least 0
 * @param pid     of the process that runs its program; shells and the like that have only started it are skipped
 * @param command its program and arguments, separated by spaces; at most 200 characters
 */
public record FoundRank(int rank, int pid, String command) {
}
