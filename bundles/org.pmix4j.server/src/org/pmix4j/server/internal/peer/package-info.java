// SPDX-License-Identifier: EPL-2.0
/** Connected peers, the replies to their requests, and the limits on both. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.peer;
