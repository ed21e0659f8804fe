// SPDX-License-Identifier: EPL-2.0
/** Rules about events that processes and servers share: what the infos of an event say, and how long events are kept. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.wire.internal.event;
