// SPDX-License-Identifier: EPL-2.0
/**
 * The names and defaults of launch configurations, shared by all packages.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core;
