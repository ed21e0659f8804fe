// SPDX-License-Identifier: EPL-2.0
/** The session of a role with a server: connection, store and the requests of all topics. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.session;
