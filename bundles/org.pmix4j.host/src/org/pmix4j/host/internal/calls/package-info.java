// SPDX-License-Identifier: EPL-2.0
/** Calls that the server makes to the host on behalf of processes and tools. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.calls;
