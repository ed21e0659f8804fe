// SPDX-License-Identifier: EPL-2.0
/** Queries of processes and tools: answers of the server and the host, and what is still unanswered. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.query;
