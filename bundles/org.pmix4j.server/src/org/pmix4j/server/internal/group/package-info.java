// SPDX-License-Identifier: EPL-2.0
/** Groups of processes: how they come about, change and end; and sets of processes that somebody has named. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.group;
