// SPDX-License-Identifier: EPL-2.0
/** The stacks of debugged ranks, merged into one tree. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.stack;
