// SPDX-License-Identifier: EPL-2.0
/** Answers to queries of processes and tools about the jobs of a host. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.query;
