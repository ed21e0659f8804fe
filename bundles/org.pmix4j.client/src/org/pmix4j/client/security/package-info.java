// SPDX-License-Identifier: EPL-2.0
/** Credentials: issue and validation. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.security;
