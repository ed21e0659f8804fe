// SPDX-License-Identifier: EPL-2.0
/** Requests that the server forwards to its host: spawn, job control and queries. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.control;
