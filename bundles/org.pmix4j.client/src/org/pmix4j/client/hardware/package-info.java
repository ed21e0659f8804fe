// SPDX-License-Identifier: EPL-2.0
/**
 * Information about the node's hardware and the fabric: binding, locality, distances, fabric information.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.hardware;
