// SPDX-License-Identifier: EPL-2.0
/** Operations that need several processes: who takes part, who is missing, and the fence. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.collective;
