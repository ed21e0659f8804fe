// SPDX-License-Identifier: EPL-2.0
/** Gets: look-up in the store, then requests to the server. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.get;
