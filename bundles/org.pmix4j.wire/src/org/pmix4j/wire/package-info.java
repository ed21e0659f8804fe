// SPDX-License-Identifier: EPL-2.0
/**
 * Connection options shared by servers, clients and tools: limits for decoders, write queues and handshakes.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire;
