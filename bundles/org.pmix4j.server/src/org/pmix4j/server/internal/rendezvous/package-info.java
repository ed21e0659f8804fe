// SPDX-License-Identifier: EPL-2.0
/** Ways to find a server: files with its address for each role, and its address where the user requested it. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.rendezvous;
