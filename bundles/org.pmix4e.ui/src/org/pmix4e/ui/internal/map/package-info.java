// SPDX-License-Identifier: EPL-2.0
/** The view Process Map, which draws the ranks of a job on nodes, packages and cores. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.map;
