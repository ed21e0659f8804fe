// SPDX-License-Identifier: EPL-2.0
/** The hardware of this machine, and its description for hwloc and PMIx. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.placement.internal.topology;
