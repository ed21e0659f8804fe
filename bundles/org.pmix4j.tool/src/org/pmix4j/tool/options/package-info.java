// SPDX-License-Identifier: EPL-2.0
/**
 * Options of a tool: its server and its identity.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.tool.options;
