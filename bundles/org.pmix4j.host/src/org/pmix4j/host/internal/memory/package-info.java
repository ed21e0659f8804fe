// SPDX-License-Identifier: EPL-2.0
/** The memory of the jobs of a host: what they need, and how much there is. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.memory;
