// SPDX-License-Identifier: EPL-2.0
/** Holds the server together: the rooms, the way from a request to the room that answers it, and the dump of them all. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.core;
