// SPDX-License-Identifier: EPL-2.0
/** Hardware of the node and the fabric: binding, locality, distances, fabric information. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.hardware;
