// SPDX-License-Identifier: EPL-2.0
/** Connected processes, and how their requests are answered. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.peer;
