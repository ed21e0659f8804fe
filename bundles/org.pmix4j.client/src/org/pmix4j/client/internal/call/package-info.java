// SPDX-License-Identifier: EPL-2.0
/** The way of a call from the program to the event loop, and of results and callbacks back to the program. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.call;
