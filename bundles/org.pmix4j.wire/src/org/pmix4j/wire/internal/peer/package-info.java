// SPDX-License-Identifier: EPL-2.0
/** A process at the other end: the handshake from either side, frames in both directions, replies matched to requests. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.peer;
