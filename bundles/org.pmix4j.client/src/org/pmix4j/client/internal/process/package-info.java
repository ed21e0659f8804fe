// SPDX-License-Identifier: EPL-2.0
/** Requests that spawn jobs, connect processes and resolve peers and nodes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.process;
