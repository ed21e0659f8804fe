// SPDX-License-Identifier: EPL-2.0
/** The connection to a server in terms of requests, replies and deliveries, and the contact that a process needs to open it. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.connection;
