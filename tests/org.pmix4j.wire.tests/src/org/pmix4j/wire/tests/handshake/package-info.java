// SPDX-License-Identifier: EPL-2.0
/** Hellos and replies, against bytes of C programs. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.handshake;
