// SPDX-License-Identifier: EPL-2.0
/** Deletion of files when a process or a job ends. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.cleanup;
