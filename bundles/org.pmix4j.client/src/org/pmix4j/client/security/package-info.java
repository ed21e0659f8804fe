// SPDX-License-Identifier: EPL-2.0
/**
 * Credentials: issue and validation.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.security;
