// SPDX-License-Identifier: EPL-2.0
/** Namespaces and their processes, and who of them is where. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.registry;
