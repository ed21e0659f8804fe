// SPDX-License-Identifier: EPL-2.0
/** Calls of the program on their way to the event loop; results and callbacks on their way back. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.call;
