// SPDX-License-Identifier: EPL-2.0
/** Ids, colours and images of the user interface of PMIx jobs. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal;
