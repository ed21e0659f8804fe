// SPDX-License-Identifier: EPL-2.0
/**
 * The jobs that another process submits to a persistent PMIx4J server: how they travel, and how their output and result come back.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job.submission;
