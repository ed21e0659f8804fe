// SPDX-License-Identifier: EPL-2.0
/** Leaves nothing behind: private directories, marked processes, the watchdog, and the sweep after dead hosts. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.cleanup;
