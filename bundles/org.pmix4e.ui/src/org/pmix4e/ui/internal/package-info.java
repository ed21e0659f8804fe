// SPDX-License-Identifier: EPL-2.0
/** The ids, colors and images of the user interface of PMIx jobs. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal;
