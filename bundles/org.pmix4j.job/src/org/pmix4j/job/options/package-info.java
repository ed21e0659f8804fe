// SPDX-License-Identifier: EPL-2.0
/**
 * The table of job options: one entry each for the command line, spawn requests, launch configurations, validation and help.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job.options;
