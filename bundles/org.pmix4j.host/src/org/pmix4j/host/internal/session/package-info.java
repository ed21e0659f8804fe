// SPDX-License-Identifier: EPL-2.0
/** Sessions: their nodes, the names of their jobs, and the mapping of ranks to nodes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.session;
