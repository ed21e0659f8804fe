// SPDX-License-Identifier: EPL-2.0
/**
 * Breakpoints in the source files of native ranks.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4e.dap;
