// SPDX-License-Identifier: EPL-2.0
/**
 * Processes of this machine: finding the programs that they run.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.process;
