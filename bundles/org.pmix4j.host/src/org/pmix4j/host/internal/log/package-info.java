// SPDX-License-Identifier: EPL-2.0
/** Logging on behalf of processes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.log;
