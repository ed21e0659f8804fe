// SPDX-License-Identifier: EPL-2.0
/** Groups of processes, from construction to destruction, and named sets of processes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.group;
