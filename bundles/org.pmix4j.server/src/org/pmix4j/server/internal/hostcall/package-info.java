// SPDX-License-Identifier: EPL-2.0
/** Calls to the host: threads, time limits, and the list of unanswered calls in dumps. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.hostcall;
