// SPDX-License-Identifier: EPL-2.0
/**
 * Launching a PMIx job: validation before it, candidates for it, and the processes of the launch.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.launch;
