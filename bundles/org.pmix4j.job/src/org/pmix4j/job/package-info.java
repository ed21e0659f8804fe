// SPDX-License-Identifier: EPL-2.0
/**
 * The vocabulary of jobs: their specifications, handles, ranks, nodes, sessions, results, output and input. An engine runs them: the local
 * host, or a server that is already there.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job;
