// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.tool;

import java.util.concurrent.CompletableFuture;

/**
 * A job whose processes a tool has started itself. Immutable.
 *
 * @param nspace its namespace
 * @param ended  completed on the executor when all processes have ended and the handler has received their output, with the exit code of
 *               the lowest failed rank (128 plus the signal if it was killed), else 0
 */
public record ForkedJob(String nspace, CompletableFuture<Integer> ended) {
}
