// SPDX-License-Identifier: EPL-2.0
/** What the server itself watches for processes: whether they send heartbeats, whether a file of theirs changes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.sensor;
