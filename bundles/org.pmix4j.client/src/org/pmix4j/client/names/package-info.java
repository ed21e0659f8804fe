// SPDX-License-Identifier: EPL-2.0
/**
 * Publishing data under keys and looking them up.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.names;
