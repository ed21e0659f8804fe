// SPDX-License-Identifier: EPL-2.0
/** Tests of the server: peers that speak the real bytes over connections in memory, and simulated time. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.tests;
