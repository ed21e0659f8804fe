// SPDX-License-Identifier: EPL-2.0
/** Locations of source files of native ranks. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.dap.internal.source;
