// SPDX-License-Identifier: EPL-2.0
/** Messages after the handshake: requests, replies and deliveries, each a record, and their codecs. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.message;
