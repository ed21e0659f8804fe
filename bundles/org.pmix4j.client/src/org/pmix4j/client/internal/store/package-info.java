// SPDX-License-Identifier: EPL-2.0
/** The known values of namespaces, nodes, programs and ranks. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.store;
