// SPDX-License-Identifier: EPL-2.0
/** Placement: maps the ranks of a job to nodes and processors, numbers them, and shows the map as text. Pure functions. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.placement.internal.mapping;
