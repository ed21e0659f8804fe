// SPDX-License-Identifier: EPL-2.0
/** Closing the workbench while jobs run. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.closing;
