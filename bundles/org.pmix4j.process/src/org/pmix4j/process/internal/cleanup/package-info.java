// SPDX-License-Identifier: EPL-2.0
/** Cleanup: private directories, marked processes, the watchdog, and the removal of leftovers of dead hosts. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.process.internal.cleanup;
