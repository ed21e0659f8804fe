// SPDX-License-Identifier: EPL-2.0
/** How a server is found: files with its address, one for each part that it plays, and its address where the user wants it. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.rendezvous;
