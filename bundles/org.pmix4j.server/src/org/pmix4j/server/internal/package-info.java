// SPDX-License-Identifier: EPL-2.0
/** The server's rooms; all state in here belongs to the event loop. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal;
