// SPDX-License-Identifier: EPL-2.0
/** What peers say to each other once connected: requests, replies and deliveries, each a record, and their codecs. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.message;
