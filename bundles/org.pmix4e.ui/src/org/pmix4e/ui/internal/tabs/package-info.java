// SPDX-License-Identifier: EPL-2.0
/** The tabs of a launch configuration of the type PMIx Job. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.tabs;
