// SPDX-License-Identifier: EPL-2.0
/** Handshakes from both sides, and replies matched to requests. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.peer;
