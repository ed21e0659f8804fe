// SPDX-License-Identifier: EPL-2.0
/** Monitoring by the server itself: heartbeats of processes, and changes of their files. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.monitoring;
