// SPDX-License-Identifier: EPL-2.0
/** Tests of the client: what it does by itself, on a simulated loop, and against servers in C. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.tests;
