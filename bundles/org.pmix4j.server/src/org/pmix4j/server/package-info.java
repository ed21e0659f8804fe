// SPDX-License-Identifier: EPL-2.0
/**
 * The server role for programs that start processes: namespaces, collectives, process data, events.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server;
