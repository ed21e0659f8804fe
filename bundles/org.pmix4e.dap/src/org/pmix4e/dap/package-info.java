// SPDX-License-Identifier: EPL-2.0
/** Breakpoints in the source files of native ranks. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.dap;
