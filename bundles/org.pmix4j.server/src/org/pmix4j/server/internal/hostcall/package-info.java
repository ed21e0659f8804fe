// SPDX-License-Identifier: EPL-2.0
/** The way to the host and back, and the words for what it has not answered. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.hostcall;
