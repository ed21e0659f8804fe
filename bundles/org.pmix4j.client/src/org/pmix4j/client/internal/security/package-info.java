// SPDX-License-Identifier: EPL-2.0
/** Requests for credentials. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.security;
