// SPDX-License-Identifier: EPL-2.0
/** The values that a process knows of namespaces, nodes, programs and ranks. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.store;
