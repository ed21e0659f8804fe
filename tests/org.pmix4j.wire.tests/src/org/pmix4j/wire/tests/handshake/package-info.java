// SPDX-License-Identifier: EPL-2.0
/** Tests of hellos and replies with bytes of C programs. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.handshake;
