// SPDX-License-Identifier: EPL-2.0
/** Sets of ranks: choosing them, controlling them, and showing the current one. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.sets;
