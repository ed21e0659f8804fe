// SPDX-License-Identifier: EPL-2.0
/** Processes that connect and disconnect, and what the others hear of the end of one. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.connect;
