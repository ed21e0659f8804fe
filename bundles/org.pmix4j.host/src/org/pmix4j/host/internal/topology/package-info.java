// SPDX-License-Identifier: EPL-2.0
/** What hardware this machine has, as the kernel tells, and how hwloc and PMIx write that down. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.topology;
