// SPDX-License-Identifier: EPL-2.0
/** Allocation: the nodes that jobs may use, and how much of each. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.placement.internal.allocation;
