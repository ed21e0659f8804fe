// SPDX-License-Identifier: EPL-2.0
/** The properties of breakpoints that concern ranks. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.breakpoints;
