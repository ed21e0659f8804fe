// SPDX-License-Identifier: EPL-2.0
/** The debugging of native ranks: attaches an adapter to each of them while they wait in PMIx_Init. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.dap.internal.debug;
