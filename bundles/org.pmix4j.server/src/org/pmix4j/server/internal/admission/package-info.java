// SPDX-License-Identifier: EPL-2.0
/** Admission of connections, from the hello to the reply, and the life cycle of clients from registration to deregistration. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.admission;
