// SPDX-License-Identifier: EPL-2.0
/** What is decided about a job before it starts: its programs, its places, its environment, and what its ranks can ask. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.plan;
