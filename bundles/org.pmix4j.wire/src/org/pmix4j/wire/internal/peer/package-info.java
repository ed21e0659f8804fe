// SPDX-License-Identifier: EPL-2.0
/** Connected peers: both sides of the handshake, frames in both directions, and replies matched to requests. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.peer;
