// SPDX-License-Identifier: EPL-2.0
/** Tests of both sides of the handshake, and of matching replies to requests. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.tests.peer;
