// SPDX-License-Identifier: EPL-2.0
/** The registered namespaces and clients, the locality of processes, and their nodes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.registry;
