// SPDX-License-Identifier: EPL-2.0
/** Compares the requests of clients in Java and C, byte by byte. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.interop.tests.requests;
