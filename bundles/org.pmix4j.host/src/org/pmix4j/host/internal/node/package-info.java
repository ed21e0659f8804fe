// SPDX-License-Identifier: EPL-2.0
/** The nodes that jobs run on: starting, signaling and ending processes there, and the directories and hardware of each node. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.node;
