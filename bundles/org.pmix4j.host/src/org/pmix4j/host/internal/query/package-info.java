// SPDX-License-Identifier: EPL-2.0
/** What processes and tools can ask about the jobs of a host. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.query;
