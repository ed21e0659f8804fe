// SPDX-License-Identifier: EPL-2.0
/** How a server presents itself and what it is willing to do, be it said in Java or by the attributes of PMIx_server_init. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.options;
