// SPDX-License-Identifier: EPL-2.0
/** The view PMIx Events, which shows when each rank did what. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.events;
