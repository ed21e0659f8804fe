// SPDX-License-Identifier: EPL-2.0
/** The first bytes of a connection: the peer's identity and dialect, and the server's reply. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.handshake;
