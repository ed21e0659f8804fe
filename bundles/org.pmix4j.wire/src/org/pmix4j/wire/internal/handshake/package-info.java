// SPDX-License-Identifier: EPL-2.0
/** The first bytes of a connection: who the peer is, what it speaks, and the answer to that. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.handshake;
