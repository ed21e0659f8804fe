// SPDX-License-Identifier: EPL-2.0
/**
 * Spawning jobs, connecting processes, and resolving the processes and nodes of jobs.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.process;
