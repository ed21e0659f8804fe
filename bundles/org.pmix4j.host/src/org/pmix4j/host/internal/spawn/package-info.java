// SPDX-License-Identifier: EPL-2.0
/** What processes ask for when they spawn a job: from the request of PMIx_Spawn to a job of this host. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.spawn;
