// SPDX-License-Identifier: EPL-2.0
/** Run As and Debug As > PMIx Job. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.shortcuts;
