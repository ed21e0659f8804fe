// SPDX-License-Identifier: EPL-2.0
/** The formatting of output: whole lines, their marks, and the files that they go to, for engines that get bytes of ranks. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job.internal.streams;
