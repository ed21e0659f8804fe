// SPDX-License-Identifier: EPL-2.0
/** Turns the table of job options into a command of picocli, and its parsed words into a job. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli.internal.options;
