// SPDX-License-Identifier: EPL-2.0
/**
 * Names of controls for screen readers.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.access;
