// SPDX-License-Identifier: EPL-2.0
/** The event loop and its connections. Transports bytes only; independent of PMIx messages. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.loop;
