// SPDX-License-Identifier: EPL-2.0
/** PMIx_Connect and PMIx_Disconnect, and the events about the end of a connected process. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.connect;
