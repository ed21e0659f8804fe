// SPDX-License-Identifier: EPL-2.0
/** Debug adapters of the machine: finding them, starting them, and talking to them in the Debug Adapter Protocol. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.dap.internal.adapter;
