// SPDX-License-Identifier: EPL-2.0
/** Tests of the server with peers that exchange real messages in memory, and simulated time. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.tests;
