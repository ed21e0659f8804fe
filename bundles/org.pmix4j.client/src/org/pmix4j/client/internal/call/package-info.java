// SPDX-License-Identifier: EPL-2.0
/** Passes calls of the program to the event loop, and results and callbacks back. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.call;
