// SPDX-License-Identifier: EPL-2.0
/** The view PMIx Stacks. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.stacks;
