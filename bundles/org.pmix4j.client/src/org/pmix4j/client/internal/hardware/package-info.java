// SPDX-License-Identifier: EPL-2.0
/** Requests about hardware and fabrics. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.hardware;
