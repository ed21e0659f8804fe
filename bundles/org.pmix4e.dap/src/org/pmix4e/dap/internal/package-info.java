// SPDX-License-Identifier: EPL-2.0
/** The texts of this plug-in. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.dap.internal;
