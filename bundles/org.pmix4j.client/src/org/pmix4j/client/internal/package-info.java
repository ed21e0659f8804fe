// SPDX-License-Identifier: EPL-2.0
/** How the client works: the way to its server, what it knows, one class for each family of operations. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal;
