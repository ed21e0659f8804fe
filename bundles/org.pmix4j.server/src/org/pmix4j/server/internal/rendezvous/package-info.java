// SPDX-License-Identifier: EPL-2.0
/** Publishes the server's address: in a file for each role, and in the place that the user requested. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.rendezvous;
