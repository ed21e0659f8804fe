// SPDX-License-Identifier: EPL-2.0
/**
 * The process of a launcher: its own signals and its last words. For programs whose process belongs to them alone.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.launcher;
