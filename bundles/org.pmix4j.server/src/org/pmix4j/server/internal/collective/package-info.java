// SPDX-License-Identifier: EPL-2.0
/** Collective operations: their participants, the processes that have not joined yet, and the fence. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.collective;
