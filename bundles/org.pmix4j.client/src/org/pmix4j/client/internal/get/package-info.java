// SPDX-License-Identifier: EPL-2.0
/** Requests for values: look-up in the store, then questions to the server. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.get;
