// SPDX-License-Identifier: EPL-2.0
/** The thread that owns the state of a host, its timers and its log. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.thread;
