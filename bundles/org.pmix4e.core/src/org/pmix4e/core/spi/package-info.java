// SPDX-License-Identifier: EPL-2.0
/**
 * The extension point for kinds of programs that can run as ranks.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.spi;
