// SPDX-License-Identifier: EPL-2.0
/**
 * The choice of the engine of a job, by its name or by the nodes that the job needs, and its start. Shared by the command line and Eclipse.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.engines;
