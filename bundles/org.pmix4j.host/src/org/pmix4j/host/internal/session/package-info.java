// SPDX-License-Identifier: EPL-2.0
/** Where jobs run: the node, names and directories of the session, and the places of ranks. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.session;
