// SPDX-License-Identifier: EPL-2.0
/**
 * Byte strings of the operating system and of the wire as Java strings, without loss in any locale: arguments, variables and paths, which
 * are usually UTF-8 but may hold any byte except NUL.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.model.bytes;
