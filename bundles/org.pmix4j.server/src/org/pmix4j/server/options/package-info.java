// SPDX-License-Identifier: EPL-2.0
/** Configuration of a server, in Java or by the attributes of PMIx_server_init. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.options;
