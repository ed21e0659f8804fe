// SPDX-License-Identifier: EPL-2.0
/** Requests that share data: put, commit and fence. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.data;
