// SPDX-License-Identifier: EPL-2.0
/**
 * The parallel jobs of this machine, of any launcher, and the stacks of their ranks.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.process.stacks;
