// SPDX-License-Identifier: EPL-2.0
/** Data that processes publish for others to look up. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.names;
