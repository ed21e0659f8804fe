// SPDX-License-Identifier: EPL-2.0
/** Public calls for requests to the host, and answers to queries that need no server. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.host;
