// SPDX-License-Identifier: EPL-2.0
/** The one thread that owns the state of a host, its alarms and its log. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.thread;
