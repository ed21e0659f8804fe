// SPDX-License-Identifier: EPL-2.0
/**
 * Configuration of a server, in Java or by the attributes of PMIx_server_init.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.options;
