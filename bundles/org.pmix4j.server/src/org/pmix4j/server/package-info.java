// SPDX-License-Identifier: EPL-2.0
/** The server role: namespaces, collectives, data of processes, events; for programs that start processes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server;
