// SPDX-License-Identifier: EPL-2.0
/**
 * Human-readable texts of values in the form of the C library.
 *
 * @since 0.1.0
 */
@NullMarked
package org.pmix4j.model.print;

import org.jspecify.annotations.NullMarked;
