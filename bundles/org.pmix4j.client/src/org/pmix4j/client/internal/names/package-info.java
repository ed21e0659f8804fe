// SPDX-License-Identifier: EPL-2.0
/** Requests that publish and look up data. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.names;
