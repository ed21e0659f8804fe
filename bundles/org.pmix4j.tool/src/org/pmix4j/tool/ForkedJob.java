// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool;

import java.util.concurrent.CompletableFuture;

/**
 * A job whose processes a tool has started by itself. Immutable.
 *
 * @param nspace its namespace
 * @param ended  completed on the executor with the exit code, when all processes have ended and the handler has got their output: that of
 *               the lowest rank that failed, 128 and the signal for one that was killed, else 0
 */
public record ForkedJob(String nspace, CompletableFuture<Integer> ended) {
}
