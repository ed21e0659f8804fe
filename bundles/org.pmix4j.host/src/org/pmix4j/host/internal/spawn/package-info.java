// SPDX-License-Identifier: EPL-2.0
/** Reads requests of PMIx_Spawn and turns them into jobs of this host. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.spawn;
