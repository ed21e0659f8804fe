// SPDX-License-Identifier: EPL-2.0
/** Keeps the newest output of a job and carries it to readers. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.internal.output;
