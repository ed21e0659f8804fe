// SPDX-License-Identifier: EPL-2.0
/** Rules about events that processes and servers share: the meaning of an event's infos, and the time for which events are kept. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.event;
