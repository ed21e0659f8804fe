// SPDX-License-Identifier: EPL-2.0
/**
 * The stacks of debugged ranks, merged into one tree.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.stack;
