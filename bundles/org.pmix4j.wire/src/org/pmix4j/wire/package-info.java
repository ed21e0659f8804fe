// SPDX-License-Identifier: EPL-2.0
/** Options of a connection that servers, clients and tools share: limits for decoders, queues and handshakes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire;
