// SPDX-License-Identifier: EPL-2.0
/**
 * Queries of the PMIx4J tools to a PMIx4J server beyond the PMIx Standard: their keys, and the form of their answers.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job.inspection;
