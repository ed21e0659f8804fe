// SPDX-License-Identifier: EPL-2.0
/** Events: registrations, delivery, the history for later registrations, and processes that wait for a debugger's release. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.event;
