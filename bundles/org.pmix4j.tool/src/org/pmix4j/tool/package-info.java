// SPDX-License-Identifier: EPL-2.0
/**
 * The tool role: finding a server, attaching to it, and spawning, controlling and watching jobs there.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.tool;
