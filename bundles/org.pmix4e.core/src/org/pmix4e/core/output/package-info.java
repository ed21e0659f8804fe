// SPDX-License-Identifier: EPL-2.0
/**
 * The output of a job, with the rank that wrote each piece.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.output;
