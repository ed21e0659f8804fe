// SPDX-License-Identifier: EPL-2.0
/** Tests of the client: its parts, whole clients on a simulated loop, and clients of servers in C. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.tests;
