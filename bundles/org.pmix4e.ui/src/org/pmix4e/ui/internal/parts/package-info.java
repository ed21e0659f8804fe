// SPDX-License-Identifier: EPL-2.0
/** What the views of one job have in common: the job they follow, the shared selection, and their tables. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.parts;
