// SPDX-License-Identifier: EPL-2.0
/** What processes need before they start: their environment, data of the launcher's place, what the node has. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.setup;
